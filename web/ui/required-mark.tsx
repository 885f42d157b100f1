/** After the name of a group of controls, which cannot be marked by `aria-required`. */
export function RequiredMark() {
  return (
    <>
      <span aria-hidden="true" className="text-accent">
        {" *"}
      </span>
      <span className="sr-only"> (required)</span>
    </>
  );
}
