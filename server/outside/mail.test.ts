import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createMail } from "./mail.ts";
import { createOutbox } from "./outbox.ts";

/** A mail server that accepts and records everything. */
const letters: string[] = [];
const server = net.createServer((socket) => {
  let letter: string | undefined;
  socket.write("220 hello\r\n");
  socket.on("data", (chunk) => {
    const text = chunk.toString();
    if (letter === undefined) {
      letter = /^DATA/m.test(text) ? "" : undefined;
      socket.write(letter === "" ? "354 go on\r\n" : "250 ok\r\n");
      return;
    }
    letter += text;
    if (!letter.endsWith("\r\n.\r\n")) return;
    letters.push(letter);
    letter = undefined;
    socket.write("250 taken\r\n");
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const mail = createMail({ url: `smtp://127.0.0.1:${port}`, from: "Fash <hello@fash.example>" }, createOutbox());
afterAll(() => {
  mail.close();
  server.close();
});

const letter = { to: "mia@example.com", subject: "News", text: "News", html: "<p>News</p>" };
/** The unfolded header lines of a mail. */
const headOf = (sent = "") =>
  sent
    .split("\r\n\r\n")[0]
    ?.replaceAll(/\r\n\s+/g, " ")
    .split("\r\n") ?? [];

test("a digest has the headers for one-click unsubscribe, RFC 8058", async () => {
  const stopUrl = `https://fash.example/api/unsubscribe?token=digest.${"a".repeat(36)}.${"b".repeat(43)}`;
  await mail.send({ ...letter, stopUrl });
  expect(headOf(letters.at(-1))).toEqual(
    expect.arrayContaining([
      `List-Unsubscribe: <${stopUrl}>`,
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      "Auto-Submitted: auto-generated",
    ]),
  );
});

test("an account mail has no unsubscribe header", async () => {
  await mail.send(letter);
  expect(headOf(letters.at(-1)).filter((line) => line.startsWith("List-"))).toEqual([]);
});
