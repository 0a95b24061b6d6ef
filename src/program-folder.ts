// Where the programs lie: the folder that holds this file in the sources, and all that is built from them in the package.
export const programFolder: string = import.meta.dirname;
