// Builds the web pages of src/dashboard into dist/dashboard, where the service finds and serves them.
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/dashboard',
  base: '/dashboard/',
  publicDir: false,
  logLevel: 'warn',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // Every file is one of ours on our own address: the pages' policy allows no inline script, style or data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
