import { Field, useField } from '#app/components/ui/field.tsx';

type DegreesFieldProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange(value: number): void;
};

/** A slider, in half degrees. */
export function DegreesField({ label, value, min, max, onChange }: DegreesFieldProps) {
  const field = useField({});
  return (
    <Field label={`${label}: ${Math.round(value * 2) / 2}°`} field={field}>
      <input
        {...field.control}
        type="range"
        min={min}
        max={max}
        step={0.5}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="min-h-11 w-full accent-horizon-500"
      />
    </Field>
  );
}
