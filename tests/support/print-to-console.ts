// Redirects output of tested code to the console, which Vitest shows only on failure.
const printTo =
  (print: (text: string) => void) =>
  (chunk: string | Uint8Array): boolean => {
    print(chunk.toString().trimEnd());
    return true;
  };

process.stdout.write = printTo((text) => console.log(text));
process.stderr.write = printTo((text) => console.error(text));
