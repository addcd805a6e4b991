/** The used part of the package, which brings no types. */
declare module 'nodemailer' {
  export interface Transport {
    sendMail(message: object): Promise<unknown>;
    /** @throws if the mail server cannot be reached, or refuses the user */
    verify(): Promise<true>;
    close(): void;
  }
  export function createTransport(options: {
    url: string;
    connectionTimeout?: number;
    greetingTimeout?: number;
    socketTimeout?: number;
    disableFileAccess?: boolean;
    disableUrlAccess?: boolean;
  }): Transport;
}
