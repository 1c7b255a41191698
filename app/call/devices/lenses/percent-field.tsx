import { useState } from 'react';
import { TextField } from '#app/components/ui/text-field.tsx';

type PercentFieldProps = {
  label: string;
  /** A share, 0 to 1. */
  value: number;
  onChange(value: number): void;
};

/** A number field that keeps the text as typed while it is edited. */
export function PercentField({ label, value, onChange }: PercentFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      max={100}
      step={0.1}
      value={typed ?? Math.round(value * 1000) / 10}
      onChange={({ target }) => {
        setTyped(target.value);
        if (Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber / 100);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
