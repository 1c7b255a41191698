/** Marks content that is part of the demo. The same word in every language. */
export function DemoMark() {
  return (
    <span className="justify-self-start rounded-full border border-line-strong px-2 text-sm text-muted">
      Demo
    </span>
  );
}
