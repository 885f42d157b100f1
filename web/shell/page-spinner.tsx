import { Spinner } from "#web/ui/spinner.tsx";

export function PageSpinner() {
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <Spinner label="Loading" />
    </div>
  );
}
