// The upper limit for any server in this process model: node:http that answers every request with the same bytes.
import { readFileSync } from "node:fs";
import http from "node:http";

const [file = "", port = "0"] = process.argv.slice(2);
const bytes = readFileSync(file);
const headers = { "content-type": "application/json; charset=utf-8", "content-length": bytes.length };
http
  .createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  })
  .listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
