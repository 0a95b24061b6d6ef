// Alternative text: what a person wrote, and nothing a program put there.
import { expect, test } from 'vitest';
import { OfficeElement } from '../../containers/office-xml.ts';
import { alternativeText } from './alternative-text.ts';

const named = (...attributes: string[]): OfficeElement => new OfficeElement('p:cNvPr', attributes);

test.each([
  [['descr', ' A duck '], 'A duck'],
  [['descr', '', 'title', 'Figure 1'], 'Figure 1'],
  [['descr', 'duck.PNG'], ''],
  [['descr', 'C:\\Users\\me\\my duck.jpeg', 'title', 'A duck'], 'A duck'],
  [['descr', 'https://example.org/duck.gif'], ''],
  [['descr', 'The file duck.png shows a duck'], 'The file duck.png shows a duck'],
  [['descr', 'Chart, bar chart\n\nDescription automatically generated with medium confidence'], 'Chart, bar chart'],
  [['descr', 'A duck\n\nAI-generated content may be incorrect.'], 'A duck'],
  [['name', 'Picture 3'], ''],
  [['descr', '7'], ''],
  [['descr', '7 ducks'], '7 ducks'],
  [['descr', 'MPj03090780000[1]'], ''],
  [['descr', 'j0422777', 'title', 'A duck'], 'A duck'],
  [['descr', 'IMG_0231'], ''],
  [['descr', 'duck.pict'], ''],
  [['descr', 'Screen Shot 2016-05-03 at 10.11.12 AM'], ''],
  [['descr', 'Capture d’écran 2019-02-03 à 10.11.12'], ''],
  [['descr', 'Screen Clipping'], ''],
  [['descr', 'Screenshot of the start page'], 'Screenshot of the start page'],
  [['descr', 'j7'], 'j7'],
])('%j is %j', (attributes, expected) => {
  expect(alternativeText(named(...attributes))).toBe(expected);
});

test('decoration says nothing', () => {
  const properties = named('descr', 'ornament');
  properties.children.push(new OfficeElement('adec:decorative', ['val', '1']));
  expect(alternativeText(properties)).toBe('');
});
