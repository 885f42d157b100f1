/** A cell's position: all that the style sheet needs to place it at any width. */
export interface Place {
  column: number;
  /** Sum of height/width of the pictures above, in column widths. */
  ratioAbove: number;
  cellsAbove: number;
}

export interface Layout {
  places: Place[];
  columns: Place[];
}

/** What a cell adds besides its picture, in column widths: its caption and gap, about a fifth. Only weighs columns. */
const captionWeight = 0.22;

/**
 * Puts each cell under the shortest column, in the order given: the document keeps that order for keyboard and
 * screen reader, and cells that come later never move the ones before.
 *
 * @param ratios height / width of each picture.
 */
export function layOut(ratios: readonly number[], columnCount: number): Layout {
  const columns: Place[] = Array.from({ length: columnCount }, (_, column) => ({
    column,
    ratioAbove: 0,
    cellsAbove: 0,
  }));
  const weigh = (place: Place) => place.ratioAbove + place.cellsAbove * captionWeight;
  const places = ratios.map((ratio): Place => {
    const shortest = columns.reduce((best, place) => (weigh(place) < weigh(best) - 1e-6 ? place : best));
    const place = { ...shortest };
    shortest.ratioAbove += ratio;
    shortest.cellsAbove += 1;
    return place;
  });
  return { places, columns };
}
