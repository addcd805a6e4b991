import { withLinks } from './addresses.ts';
import { type Block, type PictureBlock, type Run, splitAtBullets, type TextBlock, tidy } from './content.ts';
import { joinItems } from './word.ts';

/** A page has one h1, its title: headings begin at h2, and as many levels as there are stay apart. */
export function keepLevels(blocks: readonly Block[]): void {
  const headings: TextBlock[] = [];
  const collect = (some: readonly Block[]) => {
    for (const block of some) {
      if (block.kind === 'text' && /^h\d$/.test(block.tag)) headings.push(block);
      if (block.kind === 'table')
        for (const cell of [...block.head, ...block.body].flat()) collect(cell.blocks);
    }
  };
  collect(blocks);
  const levels = new Map<string, number>();
  let last = 1;
  for (const tag of [...new Set(headings.map((each) => each.tag))].sort()) {
    last = Math.max(Number(tag.slice(1)), last + 1);
    levels.set(tag, Math.min(last, 6));
  }
  for (const heading of headings) heading.tag = `h${levels.get(heading.tag)}`;
}

/** Collects blocks; what is in a line begins one. */
export class Sink {
  /** Of the blocks that begin. */
  tag = 'p';
  item: TextBlock['item'];
  #blocks: Block[] = [];
  #runs: Run[] = [];
  #pictures: PictureBlock[] = [];

  picture(picture: PictureBlock): void {
    this.#pictures.push(picture);
  }

  run(run: Run): void {
    this.#runs.push(run);
  }

  endLine(): void {
    const runs = tidy(this.#runs).flatMap(withLinks);
    this.#runs = [];
    if (runs.length > 0) {
      const block: TextBlock = { kind: 'text', tag: this.tag, runs, item: this.item };
      for (const each of splitAtBullets(block)) this.#blocks.push(each);
    }
    for (const picture of this.#pictures) this.#blocks.push(picture);
    this.#pictures = [];
  }

  add(blocks: readonly Block[]): void {
    this.endLine();
    for (const block of blocks) this.#blocks.push(block);
  }

  end(): Block[] {
    this.endLine();
    return joinItems(this.#blocks);
  }
}
