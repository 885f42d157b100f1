// The limit of live delivery: stores each message with one statement, hands it to the member's socket, and knows no rules.
import http from "node:http";
import pg from "pg";
import { Server } from "socket.io";

const [databaseUrl = "", port = "0"] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
await pool.query("create table if not exists bench_relayed (id bigserial primary key, content text not null)");

const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { to, message } = JSON.parse(body);
  await pool.query({
    name: "relay",
    text: "insert into bench_relayed (content) values ($1)",
    values: [JSON.stringify(message)],
  });
  io.to(to).emit("message", message);
  response.writeHead(200, { "content-length": 2 });
  response.end("{}");
});
const io = new Server(server, { path: "/live", serveClient: false, transports: ["websocket"] });
io.on("connection", (socket) => void socket.join(socket.handshake.auth.memberId));
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
