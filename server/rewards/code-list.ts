import { CsvError, type InfoRecord, parse } from "csv-parse/sync";
import { limits } from "#contract/limits.ts";
import { type CodeImport, giftCardCharacters } from "#contract/reward-admin.ts";
import type { GiftCard } from "#contract/rewards.ts";
import { isLink, normalizeCode } from "./code-vault.ts";

export type RejectedLine = CodeImport["rejected"][number];

interface ParsedCodes {
  cards: (GiftCard & { line: number })[];
  rejected: RejectedLine[];
}

/** A list of codes is invalid; the message gives the line number and never its content. */
export class CodeListError extends Error {}

const codeHeads = new Set([
  "code",
  "gift card code",
  "gift_card_code",
  "card code",
  "card number",
  "claim code",
  "claim_code",
  "redemption code",
  "voucher",
  "voucher code",
  "link",
  "url",
]);

/**
 * Reads codes from text: one a line, or CSV with commas, semicolons or tabs. The first column is the code and the second
 * one an optional PIN, unless a header line with `code` and `pin` says otherwise. A link has a PIN only under such a header line.
 *
 * @throws CodeListError
 */
export function parseCodes(text: string): ParsedCodes {
  const { rows, codeAt, pinAt, columnCount } = findColumns(readRows(text));
  if (rows.length > limits.codeImportLinesMax)
    throw new CodeListError(`At most ${limits.codeImportLinesMax} codes at a time`);
  const cards: ParsedCodes["cards"] = [];
  const rejected: RejectedLine[] = [];
  const seen = new Set<string>();
  for (const { record, line } of rows) {
    const code = record[codeAt] ?? "";
    // What follows may be a PIN, or the rest of a link that has a comma.
    if (isLink(code) && record.slice(columnCount).some(Boolean))
      throw new CodeListError(
        `Line ${line} has more than a link: quote links with commas, and begin a list with PINs with “code,pin”`,
      );
    const pin = (pinAt < 0 ? undefined : record[pinAt]) || null;
    const spelling = normalizeCode(code);
    if (!isCode(code) || !isPin(pin)) rejected.push({ line, reason: "invalid" });
    else if (seen.has(spelling)) rejected.push({ line, reason: "repeated" });
    else cards.push({ code, pin, line });
    seen.add(spelling);
  }
  return { cards, rejected };
}

interface Columns {
  rows: Row[];
  codeAt: number;
  pinAt: number;
  columnCount: number;
}

/**
 * The rows without heads, and which columns hold code and PIN (-1: none); without heads only that of the code is certain.
 *
 * @throws CodeListError
 */
function findColumns(rows: Row[]): Columns {
  const heads = rows[0]?.record.map((cell) => cell.toLowerCase()) ?? [];
  const codeAt = heads.findIndex((head) => codeHeads.has(head));
  const pinAt = heads.indexOf("pin");
  if (codeAt >= 0) return { rows: rows.slice(1), codeAt, pinAt, columnCount: heads.length };
  // Read as a code, a heading would be given to a member as their card.
  if (pinAt >= 0)
    throw new CodeListError(`Line ${rows[0]?.line} looks like a heading: call the column of codes “code”`);
  return { rows, codeAt: 0, pinAt: 1, columnCount: 1 };
}

/** Whether text can be a gift card code: visible characters, of the length that the limits allow. */
export function isCode(text: string): boolean {
  const { giftCardCodeCharsMin: min, giftCardCodeCharsMax: max } = limits;
  return normalizeCode(text).length >= min && text.length <= max && giftCardCharacters.test(text);
}

const isPin = (pin: string | null) =>
  pin === null || (pin.length <= limits.giftCardPinCharsMax && giftCardCharacters.test(pin));

interface Row {
  record: string[];
  line: number;
}

function readRows(text: string): Row[] {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: [",", ";", "\t"],
      info: true,
      // Otherwise the first line decides, and a list with mixed line ends would lose the rest.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: InfoRecord }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CodeListError(`Line ${Number(error["lines"] ?? 1)} has quotes that do not match`);
  }
}
