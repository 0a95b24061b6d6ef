// The environment that programs are measured in: this process's own without what Node reads at every start. A file of extra
// certificates alone costs each start of Node some 60 ms, which would be added to one side of a comparison.

const readByNode = /^NODE_(?:EXTRA_CA_CERTS|OPTIONS)$/;

export const plainEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => !readByNode.test(entry[0])),
);
