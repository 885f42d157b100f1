import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPiece } from "#web/testing/render-app.tsx";
import { DataTable } from "./data-table.tsx";

const rows = Array.from({ length: 500 }, (_, index) => ({ id: `${index}` }));
const columns = [{ id: "name", header: "Name", cell: ({ row }: { row: { id: string } }) => `Row ${row.id}` }];

test("the rows on screen are there after something above the table has grown", async () => {
  const offsetTop = vi.spyOn(HTMLElement.prototype, "offsetTop", "get").mockReturnValue(100);
  renderPiece(<DataTable label="Things" columns={columns} rows={rows} isLoading={false} template="1fr" />);
  await screen.findByText("Row 0");
  offsetTop.mockReturnValue(20_000);
  const scrollY = vi.spyOn(globalThis, "scrollY", "get").mockReturnValue(20_000);
  act(() => void dispatchEvent(new Event("scroll")));
  await screen.findByText("Row 0");
  expect(screen.queryByText("Row 400")).toBeNull();
  offsetTop.mockRestore();
  scrollY.mockRestore();
});
