import type { Row } from './Row.ts';

/** Hands out places in columns. One that is free is used again, once nobody works with the row that it had. */
export class Slots {
  readonly #rows: (Row | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #leaving: Row[] = [];
  #users = 0;

  assign(row: Row): void {
    row.slot = this.#free.pop() ?? this.#rows.length;
    this.#rows[row.slot] = row;
  }

  /** From now on its slot is the one that another row has had. */
  take(row: Row): void {
    this.#rows[row.slot] = row;
  }

  rowAt(slot: number): Row {
    const row = this.#rows[slot];
    if (!row) throw new Error(`No row has the slot ${slot}.`);
    return row;
  }

  /** Every row that has a slot, those included that are no longer in the list but that someone works with. */
  get inUse(): readonly Row[] {
    return this.#rows.filter((row) => row !== undefined);
  }

  get leaving(): readonly Row[] {
    return this.#leaving;
  }

  release(row: Row): void {
    this.#leaving.push(row);
    this.#reclaim();
  }

  /** Keeps every slot as it is until the returned function is called. */
  hold(): () => void {
    this.#users += 1;
    return () => {
      this.#users -= 1;
      this.#reclaim();
    };
  }

  #reclaim(): void {
    if (this.#users > 0) return;
    for (const { slot } of this.#leaving) {
      this.#rows[slot] = undefined;
      this.#free.push(slot);
    }
    this.#leaving.length = 0;
  }
}
