import dns from "node:dns";
import { expect, test, vi } from "vitest";
import { buildImage, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db, fastify } = await testApp();

test("nothing that a member or a visitor does makes the server look up the host of a product link [S-54]", async () => {
  const hosts: string[] = [];
  const noNetwork = Object.assign(new Error("no network"), { code: "ENOTFOUND" });
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((host: string, _options: unknown, done: unknown) => {
    hosts.push(host);
    (done as (error: Error) => void)(noNetwork);
  }) as unknown as typeof dns.lookup);
  // Every way out of the process begins with it.
  await expect(fetch("https://control.example/")).rejects.toThrow("fetch failed");
  expect(hosts.splice(0)).toEqual(["control.example"]);

  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const [style, image] = [await buildStyle(db), await buildImage(db, mia.id)];
  const productUrl = "https://shop-link.example/a?b=c";
  const outfit = {
    title: "A coat",
    styleId: style.id,
    items: [{ category: "Jacket", brand: "B", productName: "Coat", productUrl }],
  };
  const posted = await as(mia).post("/api/outfits", { ...outfit, imageId: image.id });
  expect(posted.statusCode).toBe(200);
  const { id } = posted.json().outfit;
  expect((await as(leo).get(`/api/outfits/${id}`)).body).toContain("shop-link.example");
  await as(mia).put(`/api/outfits/${id}`, outfit);
  await as(leo).post(`/api/outfits/${id}/comments`, { content: `Is it ${productUrl}?` });
  for (const url of [`/outfit/${id}`, `/previews/outfit/${id}.jpg`]) await fastify.inject({ url });
  expect(hosts).toEqual([]);
  lookup.mockRestore();
});
