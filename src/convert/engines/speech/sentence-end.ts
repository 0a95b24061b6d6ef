// Where a sentence ends, in any of the scripts that mark it.

/** At the end of a short text: a stop, and quotation marks or brackets that may follow it. */
export const sentenceEnd = /[.!?…。！？｡।॥؟۔։።]["'»”’)\]」』]{0,2}$/u;
