import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecrets } from "#server/lib/secrets.ts";
import { hashTicketCode, isTicketCode, newTicket, readTicketCode, ticketOf, toTicketCode } from "./event-tickets.ts";

const secrets = createSecrets(Buffer.alloc(32, 1));
const [eventId, userId] = [randomUUID(), randomUUID()];

test("a code names its ticket and is signed for its event and member alone", () => {
  const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 }).map((array) => Buffer.from(array));
  fc.assert(
    fc.property(bytes, (ticket) => {
      const code = toTicketCode(secrets, eventId, userId, ticket);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(ticketOf(code)).toEqual(ticket);
      expect(isTicketCode(secrets, code, { eventId, userId, ticket })).toBe(true);
      expect(isTicketCode(secrets, code, { eventId: randomUUID(), userId, ticket })).toBe(false);
      expect(isTicketCode(secrets, code, { eventId, userId: randomUUID(), ticket })).toBe(false);
      expect(isTicketCode(createSecrets(Buffer.alloc(32, 2)), code, { eventId, userId, ticket })).toBe(false);
    }),
  );
});

test("a code is accepted as people type it, and nothing else is", () => {
  const code = toTicketCode(secrets, eventId, userId, newTicket());
  const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8).toLowerCase()} `;
  expect(readTicketCode(typed)).toBe(code);
  expect(readTicketCode("OIL0 0000 0000 0000")).toBe("0110000000000000");
  for (const wrong of ["", "abc", `${code}0`, `${code.slice(1)}U`, "https://fash.example"]) {
    expect(readTicketCode(wrong)).toBeNull();
  }
});

test("a hash distinguishes codes without containing them", () => {
  const [one, other] = [
    toTicketCode(secrets, eventId, userId, newTicket()),
    toTicketCode(secrets, eventId, userId, newTicket()),
  ];
  expect(hashTicketCode(one)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashTicketCode(one)).not.toBe(hashTicketCode(other));
});
