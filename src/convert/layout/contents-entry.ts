// A line of a table of contents, which ends with dots and the number of a page.

export function endsEntry({ text }: { readonly text: string }): boolean {
  return (
    /[\divxlc]/i.test(text.charAt(text.length - 1)) &&
    /(?:(?<![.…_])[.…_]{4,}|(?: \.){3}) ?(?:\d{1,4}|[ivxlc]{1,7})$/i.test(text.slice(-60))
  );
}
