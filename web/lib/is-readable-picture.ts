/** Whether the browser can show what is at an object URL, whatever the file's name says. True where it cannot tell. */
export async function isReadablePicture(url: string): Promise<boolean> {
  const image = new Image();
  if (typeof image.decode !== "function") return true;
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}
