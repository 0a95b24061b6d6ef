// Texts the tests on character sets and languages read: other sentences than the samples the statistics are made from.

export interface TestText {
  readonly language: string;
  readonly charsets: readonly string[];
  readonly text: string;
  /** Short pieces of about thirty characters, as a title or one cell holds. */
  readonly short: readonly string[];
}

const entry = (language: string, charsets: string, text: string, ...short: string[]): TestText => ({
  language,
  charsets: charsets.split(' '),
  text,
  short,
});

export const testTexts: readonly TestText[] = [
  entry(
    'de',
    'windows-1252 iso-8859-15 macintosh',
    'Der Zug nach Köln fährt heute mit zwanzig Minuten Verspätung ab. Wegen der großen Hitze wurden in mehreren Städten die Brunnen geöffnet, und viele Familien verbrachten den Abend draußen.',
    'Müller & Söhne, Gartenbau Köln',
    'Straßenverzeichnis für Österreich',
  ),
  entry(
    'fr',
    'windows-1252 iso-8859-15 macintosh',
    'Le train pour Orléans partira avec vingt minutes de retard. À cause de la chaleur, plusieurs villes ont ouvert leurs fontaines, et beaucoup de familles ont passé la soirée dehors près du château.',
    'Société générale de crédit',
    "Une soirée à l'opéra de Genève",
  ),
  entry(
    'es',
    'windows-1252 macintosh',
    'El tren a Córdoba saldrá con veinte minutos de retraso. Por el calor se abrieron las fuentes en varias ciudades y muchas familias pasaron la noche en la calle. ¿Quién podrá dormir así?',
    'Camión de España a León',
    'Niños jugando en el jardín',
  ),
  entry(
    'pt',
    'windows-1252 macintosh',
    'O comboio para Évora partirá com vinte minutos de atraso. Por causa do calor, várias cidades abriram as suas fontes e muitas famílias passaram a noite na rua, à procura de ar fresco. Não há previsões.',
    'Associação de São Paulo',
    'Opções de navegação rápida',
  ),
  entry(
    'it',
    'windows-1252',
    "Il treno per Forlì partirà con venti minuti di ritardo. A causa del caldo in più città sono state aperte le fontane, e molte famiglie hanno passato la serata all'aperto. Chissà se pioverà.",
    'Però la libertà è difficile',
    "La città più bella d'Italia",
  ),
  entry(
    'sv',
    'windows-1252 macintosh',
    'Tåget till Malmö avgår i dag tjugo minuter försenat. På grund av värmen öppnades brunnarna i flera städer, och många familjer tillbringade kvällen utomhus vid sjön.',
    'Göteborgs hamn är öppen',
    'Räksmörgås på västkusten',
  ),
  entry(
    'da',
    'windows-1252',
    'Toget til Aarhus kører i dag tyve minutter for sent. På grund af varmen blev springvandene åbnet i flere byer, og mange familier tilbragte aftenen ude i det fri nær søen.',
    'Rødgrød med fløde på',
    'København får nye sporvogne',
  ),
  entry(
    'fi',
    'windows-1252',
    'Juna Jyväskylään lähtee tänään kaksikymmentä minuuttia myöhässä. Helteen vuoksi suihkulähteet avattiin monessa kaupungissa, ja perheet viettivät iltaa järven äärellä.',
    'Hyvää syntymäpäivää äidille',
    'Säätiedotus merenkulkijoille',
  ),
  entry(
    'is',
    'windows-1252',
    'Lestin kemur aldrei til Reykjavíkur, því engar lestir ganga á Íslandi. Þess vegna tóku margar fjölskyldur rútu og eyddu kvöldinu úti við sjóinn.',
    'Þjóðminjasafn Íslands',
    'Ferðafélag og gönguleiðir',
  ),
  entry(
    'pl',
    'windows-1250 iso-8859-2',
    'Pociąg do Łodzi odjedzie dziś z dwudziestominutowym opóźnieniem. Z powodu upału w wielu miastach otwarto fontanny, a rodziny spędziły wieczór na świeżym powietrzu.',
    'Zażółć gęślą jaźń',
    'Główny Urząd Statystyczny',
  ),
  entry(
    'cs',
    'windows-1250 iso-8859-2',
    'Vlak do Plzně odjede dnes s dvacetiminutovým zpožděním. Kvůli horku byly v několika městech otevřeny kašny a mnoho rodin strávilo večer venku u vody.',
    'Příručka pro začátečníky',
    'Český statistický úřad',
  ),
  entry(
    'hu',
    'windows-1250 iso-8859-2',
    'A győri vonat ma húsz perc késéssel indul. A hőség miatt több városban megnyitották a szökőkutakat, és sok család a szabadban töltötte az estét.',
    'Árvíztűrő tükörfúrógép',
    'Központi Statisztikai Hivatal',
  ),
  entry(
    'ro',
    'windows-1250 iso-8859-2',
    'Trenul spre Braşov pleacă astăzi cu douăzeci de minute întârziere. Din cauza căldurii au fost deschise fântânile în mai multe oraşe, iar multe familii şi-au petrecut seara afară.',
    'Primăria Municipiului Iaşi',
    'Fântâna din faţa casei',
  ),
  entry(
    'hr',
    'windows-1250 iso-8859-2',
    'Vlak za Šibenik danas kreće s dvadeset minuta zakašnjenja. Zbog vrućine su u više gradova otvorene česme, a mnoge su obitelji večer provele vani uz more.',
    'Državni zavod za mjeriteljstvo',
    'Čuvari šumskih životinja',
  ),
  entry(
    'tr',
    'windows-1254',
    'Eskişehir treni bugün yirmi dakika gecikmeyle kalkacak. Sıcak yüzünden birçok şehirde çeşmeler açıldı ve aileler akşamı dışarıda geçirdi.',
    'Türkiye İstatistik Kurumu',
    'Öğrenci işleri başkanlığı',
  ),
  entry(
    'lt',
    'windows-1257 iso-8859-13',
    'Traukinys į Šiaulius šiandien išvyks dvidešimčia minučių vėliau. Dėl karščio keliuose miestuose atidaryti fontanai, o daug šeimų vakarą praleido lauke.',
    'Žemės ūkio ministerija',
    'Lietuvių kalbos žodynas',
  ),
  entry(
    'lv',
    'windows-1257 iso-8859-13',
    'Vilciens uz Rēzekni šodien aties ar divdesmit minūšu kavēšanos. Karstuma dēļ vairākās pilsētās atvērtas strūklakas, un daudzas ģimenes vakaru pavadīja ārā.',
    'Latviešu valodas vārdnīca',
    'Ceļu satiksmes drošība',
  ),
  entry(
    'ru',
    'windows-1251 koi8-r iso-8859-5 ibm866 x-mac-cyrillic',
    'Поезд до Твери сегодня отправится с опозданием на двадцать минут. Из-за жары в нескольких городах открыли фонтаны, и многие семьи провели вечер на улице у воды.',
    'Министерство путей сообщения',
    'Список участников съезда',
  ),
  entry(
    'uk',
    'windows-1251 koi8-u',
    'Потяг до Чернігова сьогодні вирушить із запізненням на двадцять хвилин. Через спеку в кількох містах відкрили фонтани, і багато сімей провели вечір надворі.',
    'Міністерство освіти України',
    'Київська міська рада',
  ),
  entry(
    'bg',
    'windows-1251 iso-8859-5',
    'Влакът за Пловдив днес ще тръгне с двадесет минути закъснение. Заради горещината в няколко града бяха отворени чешмите и много семейства прекараха вечерта навън.',
    'Български език и литература',
    'Народно събрание на България',
  ),
  entry(
    'el',
    'windows-1253 iso-8859-7',
    'Το τρένο για τη Λάρισα θα φύγει σήμερα με είκοσι λεπτά καθυστέρηση. Εξαιτίας της ζέστης άνοιξαν τα σιντριβάνια σε πολλές πόλεις και οικογένειες πέρασαν το βράδυ έξω.',
    'Υπουργείο Παιδείας Αθήνα',
    'Κατάλογος προϊόντων',
  ),
  entry(
    'he',
    'windows-1255 iso-8859-8',
    'הרכבת לחיפה תצא היום באיחור של עשרים דקות. בגלל החום נפתחו המזרקות בכמה ערים, ומשפחות רבות בילו את הערב בחוץ.',
    'משרד החינוך והתרבות',
    'רשימת מוצרים ומחירים',
  ),
  entry(
    'ar',
    'windows-1256 iso-8859-6',
    'سينطلق القطار إلى الإسكندرية اليوم متأخرا عشرين دقيقة. وبسبب الحر فتحت النوافير في عدة مدن، وقضت أسر كثيرة المساء في الخارج.',
    'وزارة التربية والتعليم',
    'قائمة الأسعار الجديدة',
  ),
  entry(
    'th',
    'windows-874',
    'รถไฟไปเชียงใหม่วันนี้จะออกช้ายี่สิบนาที เพราะอากาศร้อนหลายเมืองจึงเปิดน้ำพุและครอบครัวจำนวนมากใช้เวลาตอนเย็นนอกบ้าน',
    'กระทรวงศึกษาธิการ',
    'รายการสินค้าและราคา',
  ),
  entry(
    'ja',
    'shift_jis euc-jp iso-2022-jp',
    '大阪行きの列車は本日二十分遅れて出発します。暑さのため、いくつかの町では噴水が開放され、多くの家族が夕方を外で過ごしました。',
    '文部科学省からのお知らせ',
    '商品名と価格の一覧表',
    '名前,年齢,住所',
  ),
  entry(
    'zh',
    'gb18030',
    '开往成都的列车今天晚点二十分钟。由于天气炎热，几座城市打开了喷泉，许多家庭晚上在户外乘凉。',
    '商品名称与价格一览表',
    '教育部关于招生的通知',
    '姓名,年龄,地址',
  ),
  entry(
    'zh',
    'big5',
    '開往高雄的列車今天晚點二十分鐘。由於天氣炎熱，幾座城市打開了噴泉，許多家庭晚上在戶外乘涼。',
    '商品名稱與價格一覽表',
    '教育部關於招生的通知',
  ),
  entry(
    'ko',
    'euc-kr',
    '대전으로 가는 열차는 오늘 이십 분 늦게 출발합니다. 더위 때문에 여러 도시에서 분수를 열었고 많은 가족이 저녁을 밖에서 보냈습니다.',
    '상품 이름과 가격 목록',
    '교육부 모집 안내 공고',
  ),
];
