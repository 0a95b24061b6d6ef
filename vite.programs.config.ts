// Bundles the programs and the library of src into dist. What a conversion needs is then a few files and not two hundred, which
// took a fifth of the time of a short document. Packages stay packages, and every format is a file of its own, loaded when
// a document needs it. Types come from tsc.
import { defineConfig } from 'vite';

/** What is started or imported by its path: the programs, the library, and the parts that tests take by themselves. */
const entries = [
  'main',
  'client/cli',
  'client/ocr-thread',
  'convert/index',
  'convert/formats',
  'sandbox/child',
  'sandbox/lockdown',
  'sandbox/pool',
  'sandbox/serve',
  'compose',
  'config',
  'core/failure',
  'storage/azure-store',
  'storage/s3-store',
];

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  // Otherwise patterns with \p{...} become calls that make the same pattern anew each time their function runs.
  esbuild: { supported: { 'regexp-unicode-property-escapes': true } },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20.19',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
      output: {
        entryFileNames: '[name].js',
        // Beside the programs, so that what lies beside them is found from here as from src.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
