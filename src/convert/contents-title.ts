// What tables of contents are headed with, in the languages of the house.

const contentsTitle =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|[ií]ndice|sommario|inhoud(?:sopgave)?|spis treści|содержание|оглавление|зміст|目次|目录|目錄)$/i;

export const isContentsTitle = (text: string): boolean => contentsTitle.test(text);
