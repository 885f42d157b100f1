import { type FormEvent, useState } from "react";
import { isBlankText } from "#contract/blank-text.ts";
import { itemCategories, limits } from "#contract/limits.ts";
import type { OutfitItem } from "#contract/outfits.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { controlClass, Input } from "#web/ui/input.tsx";
import { toHttpsLink } from "./https-link.ts";

export type Product = Omit<OutfitItem, "id">;

interface ProductDialogProps {
  initial?: Product | undefined;
  onDone: (product: Product) => void;
  onClose: () => void;
}

/** A product with its shop, by the rules of an outfit's items. */
export function ProductDialog({ initial, onDone, onClose }: ProductDialogProps) {
  const [category, setCategory] = useState<Product["category"]>(initial?.category ?? "Shirt");
  const [brand, setBrand] = useState(initial?.brand ?? "");
  const [productName, setProductName] = useState(initial?.productName ?? "");
  const [url, setUrl] = useState(initial?.productUrl ?? "");
  const [isTried, setTried] = useState(false);
  const errors = findErrors({ brand, productName, url });
  const shown: Partial<typeof errors> = isTried ? errors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (errors.brand ?? errors.productName ?? errors.url) return;
    const productUrl = url.trim() === "" ? null : (toHttpsLink(url) ?? null);
    onDone({ category, brand: brand.trim(), productName: productName.trim(), productUrl });
  };
  return (
    <Dialog isOpen onClose={onClose} title={initial ? "Edit product" : "Add a product"} size="small">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <CategoryField value={category} onChange={setCategory} />
        <TextField
          label="Brand"
          isRequired
          value={brand}
          charsMax={limits.brandCharsMax}
          error={shown.brand}
          onChange={setBrand}
        />
        <TextField
          label="Product name"
          isRequired
          value={productName}
          charsMax={limits.productNameCharsMax}
          error={shown.productName}
          onChange={setProductName}
        />
        <TextField
          label="Product URL"
          value={url}
          charsMax={limits.productUrlCharsMax}
          error={shown.url}
          onChange={setUrl}
        />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{initial ? "Save" : "Add product"}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface CategoryFieldProps {
  value: Product["category"];
  onChange: (category: Product["category"]) => void;
}

function CategoryField({ value, onChange }: CategoryFieldProps) {
  return (
    <Field label="Category" isRequired>
      {(control) => (
        <select
          {...control}
          data-first-focus
          value={value}
          onChange={({ target }) => onChange(target.value as Product["category"])}
          className={`${controlClass} min-h-12`}
        >
          {itemCategories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextFieldProps {
  label: string;
  isRequired?: boolean;
  value: string;
  charsMax: number;
  error: string | undefined;
  onChange: (value: string) => void;
}

function TextField({ label, isRequired = false, value, charsMax, error, onChange }: TextFieldProps) {
  return (
    <Field label={label} isRequired={isRequired} aside={isRequired ? undefined : "Optional"} error={error}>
      {(control) => (
        <Input {...control} maxLength={charsMax} value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}

function findErrors({ brand, productName, url }: { brand: string; productName: string; url: string }) {
  return {
    brand: isBlankText(brand) ? "Brand is required" : undefined,
    productName: isBlankText(productName) ? "Product name is required" : undefined,
    url: url.trim() !== "" && toHttpsLink(url) === undefined ? "Product URL must use HTTPS" : undefined,
  };
}
