import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
/** Smaller by a tenth than what is fast enough for each answer anew; of a page it takes about 0.2 ms beside the event loop. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Bytes that many are sent, with their brotli, which is made once, when it is first asked for. */
export class SharedBytes {
  readonly bytes: Buffer;
  #brotli: Promise<Buffer> | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get brotli(): Promise<Buffer> {
    return (this.#brotli ??= compress(this.bytes, { params }));
  }
}
