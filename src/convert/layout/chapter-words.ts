// What the parts of a book are called, where a number follows.

/** To be put into a regular expression; without regard to case. */
export const chapterWords =
  'chapter|part|section|appendix|annex|kapitel|teil|abschnitt|anhang|chapitre|partie|annexe|cap[ií]tulo|parte|ap[eé]ndice|capitolo|appendice|hoofdstuk|deel|bijlage|глава|часть|приложение|rozdział|część|kapitola|část';
/** Those of them that stand above every section with a number. */
export const topWords = 'chapter|appendix|kapitel|anhang|chapitre|annexe|cap[ií]tulo|capitolo|hoofdstuk|глава|rozdział';
/** What is counted likewise, often with a page for each. */
export const taskWords =
  'exercise|question|problem|task|lesson|lecture|unit|step|example|figure|table|listing|aufgabe|übung|frage|lektion|exercice|leçon|ejercicio|lección|esercizio|lezione|упражнение|задача|урок|лекция';
