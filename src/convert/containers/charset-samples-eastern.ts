// What ordinary text looks like in the languages of central and eastern Europe that use Latin letters: frequent words
// and everyday sentences, for the statistics on letters and languages.
import type { LanguageSample } from './charset-language-sample.ts';

export const easternSamples: readonly LanguageSample[] = [
  {
    language: 'pl',
    words:
      'w i na z się do nie to że jest o a od po jak przez za ale dla co tym był tak jego już może tylko lub oraz być który ' +
      'która które czy są ten było ich ze go przy także roku bardzo gdy jej jako między sobie pod bez więc kiedy tego są ' +
      'można tej aby będzie miał jeszcze jeśli wszystko gdzie ludzi również został żeby swój lat mnie też więcej miasto ' +
      'książka dzień człowiek świat życie słowo źródło łódź ćwiczenie późno żółty pięć sześć',
    text:
      'Spotkanie odbędzie się w poniedziałek w dużej sali obok biblioteki. Każdy, kto napisał sprawozdanie, powinien je ' +
      'przynieść, ponieważ chcielibyśmy porozmawiać o wynikach ostatniego kwartału. Zima była długa i większość dzieci nigdy ' +
      'przedtem nie widziała tyle śniegu. Powiedziała, że nie może znaleźć klucza, chociaż on był pewien, że leżał na stole. ' +
      'Proszę uważnie przeczytać tę instrukcję przed pierwszym użyciem urządzenia. Jest wiele powodów, dla których ludzie ' +
      'przeprowadzają się do innych krajów, a praca jest tylko jednym z nich. Cena domu była wyższa, niż myśleli, ale mimo ' +
      'to go kupili. Ile czasu pan na to potrzebuje? Gęś i źrebię pasły się na łące, gdzie rosły żółte kwiaty. Wójt gminy ' +
      'ogłosił, że w ciągu pięciu dni zostaną zamknięte trzy drogi, a następnie także most.',
  },
  {
    language: 'cs',
    words:
      'a v se na je že o s z do i to k ve pro za by ale si po jsou tak od jako podle která který které však bylo bude jeho ' +
      'nebo už jen byl byla co mezi při až před také aby jak této když pak než roku ani jsem toho být jejich má ještě tím ' +
      'více své tento není může kde proti let let první několik musí dnes velmi včera člověk město země řekl příliš ' +
      'děti něco práce třeba žádný číslo škola tři čtyři pět šest ďábel ťukat ňadra žlutý kůň',
    text:
      'Schůze se koná v pondělí ve velkém sále vedle knihovny. Každý, kdo napsal zprávu, by ji měl přinést s sebou, protože ' +
      'bychom chtěli mluvit o číslech za poslední čtvrtletí. Byla to dlouhá zima a většina dětí ještě nikdy neviděla tolik ' +
      'sněhu. Řekla, že nemůže najít klíč, ačkoli si byl jistý, že ležel na stole. Před prvním použitím přístroje si prosím ' +
      'pečlivě přečtěte tento návod. Je mnoho důvodů, proč se lidé stěhují do jiných zemí, a práce je jen jedním z nich. ' +
      'Cena domu byla vyšší, než si mysleli, ale přesto ho koupili. Kolik času na to potřebujete? Úřad města oznámil, že ' +
      've čtvrtek bude uzavřen most přes řeku; řidiči ať použijí objížďku. Žluťoučký kůň přeskočil příkop a zmizel v mlze.',
  },
  {
    language: 'sk',
    words:
      'a v sa na je že o s z do to k vo pre za by ale si po sú tak od ako podľa ktorá ktorý ktoré však bolo bude jeho alebo ' +
      'už len bol bola čo medzi pri až pred aj aby tejto keď potom než roku ani som toho byť ich má ešte tým viac svoje ' +
      'tento nie môže kde proti rokov prvý niekoľko musí dnes veľmi včera človek mesto krajina povedal príliš deti niečo ' +
      'práca treba žiadny číslo škola tri štyri päť šesť ľudia dĺžka stĺp vŕba mäso kôň hľadať',
    text:
      'Schôdza sa koná v pondelok vo veľkej sále vedľa knižnice. Každý, kto napísal správu, by ju mal priniesť so sebou, ' +
      'pretože by sme chceli hovoriť o číslach za posledný štvrťrok. Bola to dlhá zima a väčšina detí ešte nikdy nevidela ' +
      'toľko snehu. Povedala, že nemôže nájsť kľúč, hoci si bol istý, že ležal na stole. Pred prvým použitím prístroja si, ' +
      'prosím, pozorne prečítajte tento návod. Je mnoho dôvodov, prečo sa ľudia sťahujú do iných krajín, a práca je len ' +
      'jedným z nich. Cena domu bola vyššia, ako si mysleli, ale napriek tomu ho kúpili. Koľko času na to potrebujete? ' +
      'Mestský úrad oznámil, že vo štvrtok bude most cez rieku uzavretý; vodiči nech použijú obchádzku.',
  },
  {
    language: 'hu',
    words:
      'a az és hogy nem is egy ez meg de volt csak már el ki még mint azt ha van vagy sem lehet kell amely pedig majd után ' +
      'ő mert így minden több azonban fel ezt nagy két be igen között szerint első más akkor ami illetve magyar ember olyan ' +
      'ezek sok itt most mivel során alatt lesz miatt előtt nélkül év éves ők úgy úr új jó tudja időben könyv ház szükség ' +
      'őket műszaki fű tűz gyűjtő erdő nő kő szőlő tőle felől hűvös',
    text:
      'Az ülést hétfőn tartják a könyvtár melletti nagyteremben. Aki jelentést írt, kérjük, hozza magával, mert szeretnénk ' +
      'beszélni az utolsó negyedév számairól. Hosszú tél volt, és a legtöbb gyerek még soha nem látott ennyi havat. Azt ' +
      'mondta, hogy nem találja a kulcsot, bár a férfi biztos volt benne, hogy az asztalon feküdt. Kérjük, figyelmesen ' +
      'olvassa el ezt az útmutatót, mielőtt először használja a készüléket. Sok oka van annak, hogy az emberek más ' +
      'országokba költöznek, és a munka csak az egyik ezek közül. A ház ára magasabb volt, mint gondolták, mégis megvették. ' +
      'Mennyi időre van szüksége ehhez? Az önkormányzat közölte, hogy csütörtökön lezárják a folyó fölötti hidat. Őszintén ' +
      'remélem, hogy a hűvös idő után újra süt a nap, és a gyümölcs is megérik a kertünkben.',
  },
  {
    language: 'ro',
    words:
      'de și în a la cu o că pe nu un care din mai este sau pentru ca fi au prin se am fost lui ce ale unui după ai sunt ' +
      'are cele această era dar între până fără acest toate când foarte face poate doar cei iar lor decât doi ani către ' +
      'într despre dacă ori însă sa său aceasta spre cum apoi fie atunci mult chiar unei tot oameni țară viață așa astăzi ' +
      'câte mâine părinți învață ţară şi aşa viaţă oraş naţional',
    text:
      'Ședința va avea loc luni în sala mare de lângă bibliotecă. Cine a scris un raport este rugat să îl aducă, pentru că ' +
      'dorim să vorbim despre cifrele din ultimul trimestru. A fost o iarnă lungă și cei mai mulți copii nu mai văzuseră ' +
      'niciodată atâta zăpadă. Ea a spus că nu găsește cheia, deși el era sigur că fusese pe masă. Vă rugăm să citiți cu ' +
      'atenție aceste instrucțiuni înainte de a folosi aparatul pentru prima dată. Există multe motive pentru care oamenii ' +
      'se mută în alte țări, iar munca este doar unul dintre ele. Preţul casei era mai mare decât credeau, dar au cumpărat-o ' +
      'totuşi. De cât timp aveţi nevoie pentru asta? Primăria a anunţat că joi podul va fi închis; şoferii vor folosi alt ' +
      'drum până când lucrările sunt gata, aşa cum s-a hotărât în oraş.',
  },
  {
    language: 'hr',
    words:
      'i u je na se da za su od s što koji a iz o kao ne te to po bi ili koje sve koja ali biti nije samo više do bio već ' +
      'kako ako ima ovo nakon može prema bez tako godine pri će ga zbog još jer nego kada gdje on ona mu svoje vrlo dva ' +
      'dok između prije također smo treba kroz ljudi danas grad rekao dijete čovjek život riječ tko što nešto više ' +
      'između može đak vođa mlađi ćud kuća čaša šuma žena',
    text:
      'Sastanak će se održati u ponedjeljak u velikoj dvorani pokraj knjižnice. Svatko tko je napisao izvještaj treba ga ' +
      'donijeti sa sobom jer želimo razgovarati o brojkama za posljednje tromjesečje. Bila je to duga zima i većina djece ' +
      'nikada prije nije vidjela toliko snijega. Rekla je da ne može pronaći ključ, iako je on bio siguran da je ležao na ' +
      'stolu. Molimo pažljivo pročitajte ove upute prije prve uporabe uređaja. Mnogo je razloga zbog kojih se ljudi sele u ' +
      'druge zemlje, a posao je samo jedan od njih. Cijena kuće bila je viša nego što su mislili, ali su je ipak kupili. ' +
      'Koliko vam vremena treba za to? Gradska uprava objavila je da će u četvrtak most preko rijeke biti zatvoren.',
  },
  {
    language: 'sl',
    words:
      'in je v na se da za so z pa ki tudi ne po bi kot s od pri ali o ter že ni bil bilo do iz še kako ko ga jih bo kar ' +
      'lahko če bila to med več samo vse zaradi le ima pred sem nato zelo mu kjer leta ljudi bolj brez nad svoje biti prav ' +
      'smo potem danes mesto človek otrok življenje beseda rekel kaj nekaj čez mož žena šola hiša čas reči dež vlada ' +
      'slovenski četrtek',
    text:
      'Sestanek bo v ponedeljek v veliki dvorani poleg knjižnice. Kdor je napisal poročilo, naj ga prinese s seboj, ker bi ' +
      'radi govorili o številkah zadnjega četrtletja. Zima je bila dolga in večina otrok še nikoli ni videla toliko snega. ' +
      'Rekla je, da ne najde ključa, čeprav je bil on prepričan, da je ležal na mizi. Prosimo, da pred prvo uporabo naprave ' +
      'pozorno preberete ta navodila. Veliko je razlogov, zakaj se ljudje selijo v druge države, in delo je le eden izmed ' +
      'njih. Cena hiše je bila višja, kot so mislili, vendar so jo vseeno kupili. Koliko časa potrebujete za to? Občina je ' +
      'sporočila, da bo v četrtek most čez reko zaprt; vozniki naj uporabijo drugo pot.',
  },
  {
    language: 'et',
    words:
      'ja on ei et see oli kui ta aga ka mis oma nii siis selle ning tema või ma kas mida kes olid ole mitte veel välja ' +
      'pärast juba nad üle ainult kuid seda enne kõik teda väga üks aasta ise meie oleks selles kuni sest nagu saab palju ' +
      'mees töö päev öö õpetaja õige nõu jõgi küsimus ühe täna hästi eesti inimesed võib olla pool',
    text:
      'Koosolek toimub esmaspäeval suures saalis raamatukogu kõrval. Kõigil, kes on kirjutanud aruande, palutakse see kaasa ' +
      'võtta, sest soovime rääkida viimase kvartali arvudest. Talv oli pikk ja enamik lapsi polnud kunagi varem nii palju ' +
      'lund näinud. Ta ütles, et ei leia võtit, kuigi mees oli kindel, et see oli olnud laual. Palun lugege see juhend ' +
      'hoolikalt läbi, enne kui te seadet esimest korda kasutate. On palju põhjusi, miks inimesed kolivad teistesse ' +
      'riikidesse, ja töö on ainult üks neist. Maja hind oli kõrgem, kui nad olid arvanud, aga nad ostsid selle siiski. Kui ' +
      'palju aega teil selleks vaja on? Õhtul sõidame üle jõe küla poole.',
  },
  {
    language: 'lv',
    words:
      'un ir no ar par kas uz tas ka bet arī to vai kā pēc tikai lai ja viņš bija nav tā pie gan jau līdz viņa es mēs tad ' +
      'vēl kad gada pirms tiek šo savu ļoti būs var kur gadā būt nevis cilvēki darba valsts latvijas starp šī visi pret ' +
      'bez šis viens divi trīs diena māja ķermenis ģimene ņemt šķirt žēl čaula tāpēc jābūt vairāk',
    text:
      'Sanāksme notiks pirmdien lielajā zālē blakus bibliotēkai. Ikviens, kas ir uzrakstījis ziņojumu, lūgts to paņemt līdzi, ' +
      'jo mēs vēlamies runāt par pēdējā ceturkšņa skaitļiem. Ziema bija gara, un lielākā daļa bērnu nekad agrāk nebija ' +
      'redzējuši tik daudz sniega. Viņa teica, ka nevar atrast atslēgu, lai gan viņš bija pārliecināts, ka tā atradusies uz ' +
      'galda. Pirms ierīces pirmās lietošanas lūdzam rūpīgi izlasīt šo pamācību. Ir daudz iemeslu, kāpēc cilvēki pārceļas uz ' +
      'citām valstīm, un darbs ir tikai viens no tiem. Mājas cena bija augstāka, nekā viņi domāja, bet viņi to tomēr ' +
      'nopirka. Cik daudz laika jums tam vajag? Pilsētas dome paziņoja, ka ceturtdien tilts pār upi būs slēgts.',
  },
  {
    language: 'lt',
    words:
      'ir kad į iš su yra tai bet o kaip apie buvo jis po ne per nuo už ar jo dar tik prie jau savo metų būti jų ji kuris ' +
      'tačiau pagal labai ant jei gali aš mes prieš taip šio vis todėl kai nes iki lietuvos žmonės darbo metais kuri tarp ' +
      'vienas du trys diena namas čia ši visi visų ką žodis šiandien ąžuolas ėjo įmonė ūkis žmogus šeima',
    text:
      'Susirinkimas vyks pirmadienį didžiojoje salėje šalia bibliotekos. Visi, kurie parašė ataskaitą, prašomi ją atsinešti, ' +
      'nes norėtume pakalbėti apie paskutinio ketvirčio skaičius. Žiema buvo ilga, ir dauguma vaikų dar niekada nebuvo matę ' +
      'tiek daug sniego. Ji pasakė, kad neranda rakto, nors jis buvo įsitikinęs, kad raktas gulėjo ant stalo. Prieš pirmą ' +
      'kartą naudodami prietaisą, atidžiai perskaitykite šią instrukciją. Yra daug priežasčių, dėl kurių žmonės keliasi į ' +
      'kitas šalis, ir darbas yra tik viena iš jų. Namo kaina buvo didesnė, negu jie manė, bet vis tiek jį nusipirko. Kiek ' +
      'laiko jums tam reikia? Savivaldybė pranešė, kad ketvirtadienį tiltas per upę bus uždarytas.',
  },
  {
    language: 'tr',
    words:
      've bir bu da de için ile çok olarak daha olan gibi en kadar sonra ne o var ki ama her mi ben değil ya olduğu yok veya ' +
      'diye ise büyük iki bütün göre şey önce zaman şu biz olduğunu bunun onun oldu tarafından yeni sen nasıl yıl gün bana ' +
      'ancak insan türk kendi içinde ilk hiç böyle şöyle çünkü iyi güzel çocuk ülke değişik doğru ağaç öğrenci ışık sıcak ' +
      'kız yıldız İstanbul İzmir ığdır',
    text:
      'Toplantı pazartesi günü kütüphanenin yanındaki büyük salonda yapılacak. Rapor yazan herkesin onu yanında getirmesi ' +
      'rica olunur, çünkü son üç ayın rakamları hakkında konuşmak istiyoruz. Uzun bir kıştı ve çocukların çoğu daha önce hiç ' +
      'bu kadar kar görmemişti. Kadın anahtarı bulamadığını söyledi, oysa adam onun masanın üzerinde olduğundan emindi. Cihazı ' +
      'ilk kez kullanmadan önce lütfen bu kılavuzu dikkatle okuyunuz. İnsanların başka ülkelere taşınmasının birçok nedeni ' +
      'vardır ve iş bunlardan yalnızca biridir. Evin fiyatı düşündüklerinden daha yüksekti, ama yine de aldılar. Bunun için ' +
      'ne kadar zamana ihtiyacınız var? Belediye, perşembe günü köprünün kapalı olacağını açıkladı. Ağaçların gölgesi ' +
      'sıcağı azaltıyor; öğleden sonra ışık değişiyor.',
  },
];
