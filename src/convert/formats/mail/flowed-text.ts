// Text of type format=flowed: lines that end with a space go on in the next one of the same quotation (RFC 3676).

export function unflowed(text: string, deleteSpace: boolean): string {
  const out: string[] = [];
  let depth = -1;
  let parts: string[] = [];
  const close = (): void => {
    if (parts.length > 0) out.push(`${depth > 0 ? `${'>'.repeat(depth)} ` : ''}${parts.join('')}`);
    parts = [];
  };
  for (const line of text.split(/\r\n|[\n\r]/)) {
    let quotes = 0;
    while (line.charCodeAt(quotes) === 0x3e) quotes += 1;
    // 4.4: a space put before a line that could be taken for something else.
    const stuffed = line.charCodeAt(quotes) === 0x20 ? quotes + 1 : quotes;
    const content = line.slice(stuffed);
    if (quotes !== depth) close();
    depth = quotes;
    // 4.3: the line above a signature ends with a space and is complete.
    if (content === '-- ') {
      close();
      parts.push('--');
      close();
      continue;
    }
    const flows = content.endsWith(' ');
    parts.push(flows && deleteSpace ? content.slice(0, -1) : content);
    if (!flows) close();
  }
  close();
  return out.join('\n');
}
