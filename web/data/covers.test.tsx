import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { anOutfitCard } from "#web/testing/samples.ts";
import { coversQuery } from "./covers.ts";

const covers = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const card = anOutfitCard();
    return { ...card, likesCount: 99 - index, picture: { ...card.picture, url: `/media/mia/${index}.webp` } };
  });

/** The numbers of the covers that the page shows, in the order of the document. */
const shown = (): number[] =>
  [...document.querySelectorAll("main img")].flatMap((image) => {
    const number = /mia\/(\d+)[-.\w]*\.(webp|avif)/.exec(image.getAttribute("src") ?? "")?.[1];
    return number === undefined ? [] : [Number(number)];
  });
const countFrom = (start: number, count: number) => Array.from({ length: count }, (_, index) => start + index);

test.each([
  ["/swipes", 24, [3, 4, 5]],
  ["/onboarding", 24, countFrom(10, 7)],
  // The columns of the wide page, then the row of the narrow one.
  ["/auth", 24, [6, 9, 12, 7, 10, 13, 8, 11, 14, ...countFrom(6, 9)]],
  ["/swipes", 5, [3, 4, 0]],
  ["/onboarding", 5, countFrom(0, 5)],
])("%s begins with covers of its own, and of %i shows none twice", async (path, count, expected) => {
  mockApi.on("GET /api/covers", { items: covers(count) });
  await renderApp(path);
  await waitFor(() => expect(shown()).toEqual(expected));
});

test("covers stay when they can't be loaded again", async () => {
  mockApi.on("GET /api/covers", { items: covers(5) });
  const { queryClient } = await renderApp("/swipes");
  await waitFor(() => expect(shown()).toEqual([3, 4, 0]));
  mockApi.on("GET /api/covers", fails("internal"));
  await act(() => queryClient.invalidateQueries({ queryKey: coversQuery.queryKey }));
  expect(shown()).toEqual([3, 4, 0]);
});

test("no picture of the landing page's cover is in its story, but for what is trending", async () => {
  mockApi.on("GET /api/covers", { items: covers(24) });
  mockApi.on("GET /api/articles/lead", { items: [], isFeatured: false });
  mockApi.on("GET /api/events/lead", { event: null });
  await renderApp("/");
  await screen.findByRole("region", { name: "Trending now" });
  // The headline, the strip and its copy; then the features, the trending ones and the styles.
  const strip = countFrom(3, 12);
  await waitFor(() => expect(shown()).toEqual([0, 1, 2, ...strip, ...strip, 20, 0, 1, 2, 3, 21, 22, 23]));
});
