// Language detection on paragraphs the profiles were not made from, on short text, and on declarations.
import { describe, expect, test } from 'vitest';
import { testTexts } from '../../test/charset/texts.ts';
import { detectLanguage } from './language.ts';

describe('paragraphs', () => {
  test.each(testTexts.map(({ language, text }) => [language, text]))('%s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  test.each([
    ['en', 'The train to Leeds leaves twenty minutes late today, and many families have spent the evening outside.'],
    ['nl', 'De trein naar Utrecht vertrekt vandaag twintig minuten later en veel gezinnen zaten buiten.'],
    ['no', 'Toget til Bergen går i dag tjue minutter for sent. På grunn av varmen ble fontenene åpnet i flere byer.'],
    ['sk', 'Vlak do Žiliny dnes odíde s dvadsaťminútovým meškaním a mnoho rodín trávilo večer vonku.'],
    ['sl', 'Vlak v Maribor bo danes odpeljal z dvajset minutno zamudo, zato so družine preživele večer zunaj.'],
    ['et', 'Rong Tartusse väljub täna kakskümmend minutit hiljem ning paljud pered veetsid õhtu õues.'],
    ['ca', 'El tren cap a Girona sortirà avui amb vint minuts de retard i moltes famílies van sopar al carrer.'],
    ['vi', 'Chuyến tàu đi Huế hôm nay sẽ khởi hành trễ hai mươi phút vì trời nóng.'],
    ['id', 'Kereta ke Bandung hari ini berangkat terlambat dua puluh menit karena cuaca panas.'],
    ['fa', 'قطار تهران امروز با بیست دقیقه تاخیر حرکت خواهد کرد و خانواده‌ها بیرون هستند.'],
    ['sr', 'Воз за Нови Сад данас полази са двадесет минута закашњења због врућине.'],
    ['be', 'Цягнік да Гродна сёння адправіцца са спазненнем на дваццаць хвілін.'],
    ['mk', 'Возот за Битола денес ќе тргне со дваесет минути задоцнување поради жештината.'],
    ['hi', 'यह ट्रेन आज बीस मिनट देर से चलेगी क्योंकि मौसम बहुत गर्म है।'],
    ['ka', 'მატარებელი დღეს ოცი წუთით გვიან გავა.'],
    ['ta', 'இன்று ரயில் இருபது நிமிடம் தாமதமாக புறப்படும்.'],
  ])('%s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  test('markup, addresses and code do not count', () => {
    const text =
      '```\nthe of and to in is that it was for on are with\n```\n[der](https://the.example.com/of/and/to)\n\nDas Büro ist heute wegen der Feiertage nicht geöffnet.';
    expect(detectLanguage(text)).toBe('de');
  });
});

describe('too little text', () => {
  test.each(['', '42', '| 1 | 2 |', 'ok', 'Qwrt zxcv bnmp lkjh gfds qwpo zxmn vbcd'])('%j', (text) => {
    expect(detectLanguage(text)).toBe('und');
  });
});

describe('declared languages', () => {
  const english =
    'The train to Leeds leaves twenty minutes late today, and many families have spent the evening outside.';
  test('help where the text is short', () => {
    expect(detectLanguage('ok', 'de-DE')).toBe('de');
    expect(detectLanguage('ok', 'eng')).toBe('en');
    expect(detectLanguage('ok', 'nb_NO')).toBe('no');
    expect(detectLanguage('東京都千代田区', 'ja')).toBe('ja');
  });
  test('name languages that have no profile', () => {
    expect(detectLanguage('Kaixo mundua, hau euskarazko testu bat da eta ez da oso luzea.', 'eu')).toBe('eu');
    expect(detectLanguage('यह ट्रेन आज बीस मिनट देर से चलेगी', 'mr')).toBe('mr');
  });
  test('do not outweigh the text', () => {
    expect(detectLanguage(english, 'fr')).toBe('en');
    expect(detectLanguage(english, 'eu')).toBe('en');
    expect(detectLanguage('Das Büro ist heute wegen der Feiertage nicht geöffnet.', 'en')).toBe('de');
  });
  test.each(['', 'not a language tag', 'x'.repeat(50), '-'])('nonsense %j is ignored', (declared) => {
    expect(detectLanguage('ok', declared)).toBe('und');
  });
});
