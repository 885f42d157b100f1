/** A part of a picture in its own pixels. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

const jpegQuality = 0.95;
/** Twice what the server keeps of a profile picture. At full size, a part could be a larger file than the whole picture. */
const sideMax = 1_024;

/**
 * That part of the picture as a file of its own, at most 1,024 pixels a side; the file itself where the browser cannot decode it,
 * so that the server says why. A part with transparency stays transparent.
 */
export async function cutPicture(file: File, { x, y, width, height }: PictureArea): Promise<File> {
  if (typeof createImageBitmap !== "function") return file;
  const bitmap = await createImageBitmap(file, x, y, width, height, { imageOrientation: "from-image" }).catch(
    () => null,
  );
  if (!bitmap) return file;
  try {
    const canvas = document.createElement("canvas");
    const scale = Math.min(1, sideMax / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d");
    if (context) context.imageSmoothingQuality = "high";
    context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
    const cut = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, jpegQuality));
    return cut ? new File([cut], file.name, { type: cut.type }) : file;
  } finally {
    bitmap.close();
  }
}
