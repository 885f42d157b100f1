import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";
import { securityHeaders } from "./security-headers.ts";

const { fastify } = await testApp();
const policyOf = async (url: string) => String((await fastify.inject(url)).headers["content-security-policy"]);

test("data runs nothing, and pages only what is ours; refusals and unknown addresses too [S-46]", async () => {
  expect(await policyOf("/api/styles")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await policyOf("/api/no-such-call")).toBe("default-src 'none'; frame-ancestors 'none'");
  for (const url of ["/", "/auth/v1/settings", "/healthz", "/api/docs"]) {
    const policy = (await policyOf(url)).split(";");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "script-src 'self'", "object-src 'none'"]));
    expect(policy).toEqual(expect.arrayContaining(["base-uri 'none'", "frame-ancestors 'none'"]));
    expect((await fastify.inject(url)).headers).toMatchObject({ "x-content-type-options": "nosniff" });
  }
});

test("HSTS is sent only over TLS [S-46]", () => {
  for (const url of ["/", "/api/styles"]) {
    expect(securityHeaders("https://fash.example")(url)["strict-transport-security"]).toContain("max-age=31536000");
    expect(securityHeaders("http://localhost:3000")(url)).not.toHaveProperty("strict-transport-security");
  }
});
