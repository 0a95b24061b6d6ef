// Names of languages: ISO 639-1 as requests spell them, and the names Tesseract gives its models. A language written in
// two scripts has two models.

/** ISO 639-1, then the models of that language in the order of use. */
const table = `
af afr|am amh|ar ara|as asm|az aze aze_cyrl|be bel|bg bul|bn ben|bo bod|br bre|bs bos|ca cat|co cos|cs ces|cy cym
da dan|de deu|dv div|dz dzo|el ell|en eng|eo epo|es spa|et est|eu eus|fa fas|fi fin|fo fao|fr fra|fy fry
ga gle|gd gla|gl glg|gu guj|he heb|hi hin|hr hrv|ht hat|hu hun|hy hye|id ind|is isl|it ita|iu iku|ja jpn|jv jav
ka kat|kk kaz|km khm|kn kan|ko kor|ku kmr|ky kir|la lat|lb ltz|lo lao|lt lit|lv lav
mi mri|mk mkd|ml mal|mn mon|mr mar|ms msa|mt mlt|my mya|nb nor|ne nep|nl nld|nn nor|no nor|oc oci|or ori
pa pan|pl pol|ps pus|pt por|qu que|ro ron|ru rus|sa san|sd snd|si sin|sk slk|sl slv|sq sqi|sr srp srp_latn
su sun|sv swe|sw swa|ta tam|te tel|tg tgk|th tha|ti tir|tl tgl fil|to ton|tr tur|tt tat|ug uig|uk ukr|ur urd
uz uzb uzb_cyrl|vi vie|yi yid|yo yor|zh chi_sim chi_tra`;

const modelsByLanguage: ReadonlyMap<string, readonly string[]> = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [language = '', ...models] = entry.split(' ');
      return [language, models];
    }),
);

const languageByModel: ReadonlyMap<string, string> = new Map(
  // The last language of a model names it: `no` stands after `nb` and `nn`, and is the usual name.
  [...modelsByLanguage].flatMap(([language, models]) => models.map((model) => [model, language] as const)),
);

/** Models that may read a language: by its ISO 639-1 code, or by the name of a model for languages that have none. */
export function modelsOf(language: string): readonly string[] {
  return modelsByLanguage.get(language) ?? [language];
}

/** The ISO 639-1 code a model serves, or the model's own name. */
export function languageOf(model: string): string {
  return languageByModel.get(model) ?? model;
}

/** Languages that need no model of Tesseract's: the networks know them. */
export const networkLanguages: ReadonlySet<string> = new Set(['en', 'zh']);
