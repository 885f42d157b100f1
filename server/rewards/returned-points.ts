import { counted } from "#contract/counted.ts";

/** What a member whose request was declined gets back: 'your 50 points back, less 30 that you owed …'. */
export function returnedText(points: number, settledPoints: number): string {
  const debt =
    settledPoints === 0
      ? ""
      : `, less ${settledPoints.toLocaleString("en")} that you owed for deleted posts and comments`;
  return `your ${counted(points, "point")} back${debt}`;
}
