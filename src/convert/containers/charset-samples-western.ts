// What ordinary text looks like in the languages of western and northern Europe: their most frequent words and some
// everyday sentences. The statistics on letters (charset-legacy.ts) and on languages (language.ts) are made from them.
import type { LanguageSample } from './charset-language-sample.ts';

export const westernSamples: readonly LanguageSample[] = [
  {
    language: 'en',
    words:
      'the of and to in is that it was for on are with as be at by this have from or had not but what all were when we ' +
      'there can an your which their said if will each about how up out them then she many some so these would other into ' +
      'has more two like him could no than been its who now people my made over did down only way find use may our its',
    text:
      'The meeting will take place on Monday in the large room next to the library. Everybody who has written a report ' +
      'should bring it along, because we would like to talk about the figures of the last quarter. It was a long winter, ' +
      'and most of the children had never seen so much snow before. She said that she could not find the key, although he ' +
      'was sure that it had been on the table. Please read these instructions carefully before you use the machine for the ' +
      'first time. There are many reasons why people move to other countries, and work is only one of them. The price of ' +
      'the house was higher than they had thought, but they bought it anyway. How much time do you need for this? Our ' +
      'company has been making tools for more than eighty years, and which of them you choose is up to you.',
  },
  {
    language: 'de',
    words:
      'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass ' +
      'sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch ' +
      'man sein wurde sei hatte kann gegen vom können schon wenn habe seine ihre dann unter wir soll ich uns zwischen immer ' +
      'ihr ihm muss später während größer müssen würde Straße möglich Jahre früher Präsident gehört Größe schließlich',
    text:
      'Die Sitzung findet am Montag im großen Saal neben der Bücherei statt. Wer einen Bericht geschrieben hat, möge ihn ' +
      'bitte mitbringen, denn wir möchten über die Zahlen des letzten Quartals sprechen. Es war ein langer Winter, und die ' +
      'meisten Kinder hatten noch nie so viel Schnee gesehen. Sie sagte, dass sie den Schlüssel nicht finden könne, obwohl ' +
      'er sicher war, dass er auf dem Tisch gelegen hatte. Bitte lesen Sie diese Anleitung sorgfältig durch, bevor Sie das ' +
      'Gerät zum ersten Mal benutzen. Es gibt viele Gründe, warum Menschen in andere Länder ziehen, und die Arbeit ist nur ' +
      'einer davon. Schöne Grüße aus München! Das Büro ist täglich geöffnet, außer an Feiertagen. Für Rückfragen stehen ' +
      'wir Ihnen jederzeit gern zur Verfügung; die Gebühren hängen von der Größe des Grundstücks ab. Übermäßiges Wässern ' +
      'schadet den Bäumen, während ältere Sträucher Kälte gut überstehen.',
  },
  {
    language: 'fr',
    words:
      'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec ils ou son ' +
      'lui nous comme mais on tout si ses aux cette être fait elle leur entre deux même après très où peut été encore sans ' +
      'dont bien aussi ces ont avait tous ainsi depuis était avant année contre début déjà première à ça voilà là grâce ' +
      'français société général problème côté fête août hôtel goût œuvre cœur sœur reçu leçon pièce fenêtre élève répondre',
    text:
      'La réunion aura lieu lundi dans la grande salle à côté de la bibliothèque. Tous ceux qui ont préparé un rapport sont ' +
      'priés de l’apporter, car nous voudrions parler des chiffres du dernier trimestre. L’hiver a été long, et la plupart ' +
      'des enfants n’avaient jamais vu autant de neige. Elle a dit qu’elle ne trouvait pas la clé, bien qu’il fût sûr ' +
      'qu’elle était sur la table. Veuillez lire attentivement ces instructions avant d’utiliser l’appareil pour la première ' +
      'fois. Les gens quittent leur pays pour de nombreuses raisons, et le travail n’en est qu’une. Où êtes-vous né ? ' +
      'Ça dépend de l’été : à Noël, nous irons peut-être chez ma sœur, près de la forêt. Le prix était plus élevé que prévu, ' +
      'mais ils ont acheté la maison dès le mois d’août. Le café est fermé à cause des travaux ; voilà un problème réglé. ' +
      'Le maïs et le blé mûrissent tôt cette année grâce aux pluies régulières.',
  },
  {
    language: 'es',
    words:
      'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ' +
      'ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo han yo hay ' +
      'vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora día después otro gobierno según ' +
      'español niño señor mañana información acción razón allí aquí cómo cuándo número teléfono público política jamás',
    text:
      'La reunión se celebrará el lunes en la sala grande, junto a la biblioteca. Quien haya escrito un informe debe ' +
      'traerlo, porque queremos hablar de las cifras del último trimestre. Fue un invierno largo y la mayoría de los niños ' +
      'nunca habían visto tanta nieve. Ella dijo que no encontraba la llave, aunque él estaba seguro de que había estado ' +
      'sobre la mesa. Lea atentamente estas instrucciones antes de utilizar la máquina por primera vez. ¿Cuánto tiempo ' +
      'necesita usted para esto? Hay muchas razones por las que la gente se va a otros países, y el trabajo es sólo una de ' +
      'ellas. ¡Qué sorpresa! El señor Muñoz llegó mañana y tarde con su compañera, según contó el periódico. El precio de ' +
      'la casa era más alto de lo que pensaban, pero la compraron también. Los jóvenes comían aquí después del público.',
  },
  {
    language: 'pt',
    words:
      'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser ' +
      'quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me ' +
      'esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos havia seja qual será nós tenho são ' +
      'ano anos dia então porque pessoas informação situação educação coração mãe irmão três português saúde país água',
    text:
      'A reunião terá lugar na segunda-feira, na sala grande ao lado da biblioteca. Quem escreveu um relatório deve ' +
      'trazê-lo, porque gostaríamos de falar sobre os números do último trimestre. Foi um inverno longo, e a maioria das ' +
      'crianças nunca tinha visto tanta neve. Ela disse que não conseguia encontrar a chave, embora ele tivesse a certeza ' +
      'de que estava em cima da mesa. Leia estas instruções com atenção antes de usar a máquina pela primeira vez. Há ' +
      'muitas razões para as pessoas irem viver noutros países, e o trabalho é apenas uma delas. A situação econômica da ' +
      'região não é fácil, mas os irmãos já não têm preocupações. Às vezes também você então põe açúcar no pão. O preço da ' +
      'casa era mais alto do que eles pensavam; mesmo assim, compraram-na. Amanhã à noite haverá uma exposição de câmaras.',
  },
  {
    language: 'it',
    words:
      'di e il la che in a è un per una sono del non con i le si da al come dei più ma ha gli nel anche della lo alla ci se ' +
      'o su mi io questo quando era suo tutto ne quello essere fatto tra due delle dalla molto dopo perché così già cui ' +
      'sua ancora anni prima può stato solo sia hanno ogni quale nella degli sul fra dove nei alle ai però noi stata tutti ' +
      'città perciò qualità università verità lunedì giù più libertà società attività caffè cioè né sé tè là lì',
    text:
      'La riunione si terrà lunedì nella sala grande accanto alla biblioteca. Chi ha scritto una relazione è pregato di ' +
      'portarla, perché vorremmo parlare dei dati dell’ultimo trimestre. È stato un inverno lungo e la maggior parte dei ' +
      'bambini non aveva mai visto così tanta neve. Lei disse che non riusciva a trovare la chiave, benché lui fosse sicuro ' +
      'che era sul tavolo. Leggere attentamente queste istruzioni prima di usare la macchina per la prima volta. Ci sono ' +
      'molte ragioni per cui la gente va a vivere in altri paesi, e il lavoro è solo una di queste. Il prezzo della casa ' +
      'era più alto di quanto pensassero, però l’hanno comprata lo stesso. La qualità dell’acqua in città non è più un ' +
      'problema, ma si può già dire che le attività della società dovranno cambiare. Giovedì sarà l’età della verità.',
  },
  {
    language: 'nl',
    words:
      'de van een het en in is dat op te zijn met voor niet aan er om ook die als bij maar uit door naar nog over heeft ' +
      'hij ze wordt werd dan of wel geen kan meer al hebben was zich worden tot onder deze na ik haar waar hun wat zou je ' +
      'jaar tegen veel moet eerste zo zal men dit nu mijn had tussen we toen wie moeten omdat hoe daar waren andere twee ' +
      'kunnen zij hem goed uur tijd één geïnteresseerd België coöperatie reünie tweeëntwintig ideeën Nederlands',
    text:
      'De vergadering vindt maandag plaats in de grote zaal naast de bibliotheek. Wie een verslag heeft geschreven, wordt ' +
      'gevraagd het mee te brengen, omdat we over de cijfers van het laatste kwartaal willen spreken. Het was een lange ' +
      'winter en de meeste kinderen hadden nog nooit zoveel sneeuw gezien. Zij zei dat ze de sleutel niet kon vinden, hoewel ' +
      'hij zeker wist dat die op de tafel had gelegen. Lees deze gebruiksaanwijzing zorgvuldig voordat u het apparaat voor ' +
      'de eerste keer gebruikt. Er zijn veel redenen waarom mensen naar andere landen verhuizen, en werk is er maar één ' +
      'van. De prijs van het huis was hoger dan ze hadden gedacht, maar ze hebben het toch gekocht. Wij zijn geïnteresseerd ' +
      'in uw ideeën; financiële steun uit België blijft mogelijk. Hoeveel tijd heeft u hiervoor nodig?',
  },
  {
    language: 'sv',
    words:
      'och i att det som en på är av för med den till inte har de ett om han var men jag sig från vi så kan hon när år ' +
      'under också efter eller nu sin där vid mot ska skulle kommer ut får finns vara hade alla andra mycket än här då ' +
      'bara blir upp vad över hur man in mer något många sedan två få gör första måste går ska blev åt själv både någon ' +
      'människor även före genom större också därför någonting göra säger tänkte vår hör år åtta',
    text:
      'Mötet äger rum på måndag i den stora salen bredvid biblioteket. Den som har skrivit en rapport ombeds ta med den, ' +
      'eftersom vi vill tala om siffrorna för det senaste kvartalet. Det var en lång vinter och de flesta barnen hade aldrig ' +
      'sett så mycket snö förut. Hon sade att hon inte kunde hitta nyckeln, fastän han var säker på att den hade legat på ' +
      'bordet. Läs den här bruksanvisningen noga innan du använder maskinen första gången. Det finns många skäl till att ' +
      'människor flyttar till andra länder, och arbete är bara ett av dem. Priset på huset var högre än de hade trott, men ' +
      'de köpte det ändå. Hur mycket tid behöver ni för detta? Våra öppettider ändras från och med första maj; frågor ' +
      'besvaras gärna på både svenska och engelska. Får jag också följa med över ån?',
  },
  {
    language: 'da',
    words:
      'og i at det er en til af på for med de den der ikke som har et han om jeg var fra vi sig men kan så efter eller blev ' +
      'ved ud også skal vil over være hun år da nu kun hvor op når under blive havde mod man mere end alle sin kunne hvad ' +
      'mange noget meget skulle havde to ind hans før andre hele være været få må går uden først både gør igen nogle ' +
      'mennesker selv næste større år måske død første sætte øre køb spørge håbe lære væk færdig også lørdag',
    text:
      'Mødet finder sted på mandag i den store sal ved siden af biblioteket. Den, der har skrevet en rapport, bedes tage den ' +
      'med, fordi vi gerne vil tale om tallene for det sidste kvartal. Det var en lang vinter, og de fleste børn havde aldrig ' +
      'set så meget sne før. Hun sagde, at hun ikke kunne finde nøglen, selv om han var sikker på, at den havde ligget på ' +
      'bordet. Læs denne vejledning grundigt, før du bruger maskinen første gang. Der er mange grunde til, at mennesker ' +
      'flytter til andre lande, og arbejde er kun en af dem. Prisen på huset var højere, end de havde troet, men de købte ' +
      'det alligevel. Hvor meget tid har I brug for til det her? Vores åbningstider bliver ændret fra den første maj, og ' +
      'spørgsmål besvares gerne. Må jeg også følge med over åen til købmanden?',
  },
  {
    language: 'no',
    words:
      'og i det på er som en til å han av for med at var de ikke den har jeg om et men så seg hun hadde fra vi du kan da ' +
      'ble ut skal vil etter også ved nå opp være bare over eller hva når meg sin mot år blir noe to man etter alle under ' +
      'mange mye kunne der inn før går hvor andre mellom første få gjør selv være vært bli igjen både måtte nei noen ' +
      'mennesker større ikke sånn gjøre også øye høre måned lørdag nødvendig hvordan fordi ikke uten',
    text:
      'Møtet finner sted på mandag i den store salen ved siden av biblioteket. Den som har skrevet en rapport, bes ta den ' +
      'med, fordi vi gjerne vil snakke om tallene for det siste kvartalet. Det var en lang vinter, og de fleste barna hadde ' +
      'aldri sett så mye snø før. Hun sa at hun ikke kunne finne nøkkelen, selv om han var sikker på at den hadde ligget på ' +
      'bordet. Les denne bruksanvisningen nøye før du bruker maskinen for første gang. Det er mange grunner til at mennesker ' +
      'flytter til andre land, og arbeid er bare en av dem. Prisen på huset var høyere enn de hadde trodd, men de kjøpte det ' +
      'likevel. Hvor mye tid trenger dere til dette? Åpningstidene våre blir endret fra første mai, og vi svarer gjerne på ' +
      'spørsmål. Får jeg også være med over elva? Hva heter du, og hvordan går det?',
  },
  {
    language: 'fi',
    words:
      'ja on ei se että hän oli mutta ovat kun niin kuin myös joka sen en tai jos hänen mitä voi sitä vain minä nyt ole ' +
      'mukaan vuonna olla jo sekä joka ne hänet kaikki ollut vielä siitä koska olen te tässä tämä kanssa me niitä mikä ' +
      'jotka noin ennen aika pitää hyvin sitten siellä täällä enemmän ihmiset paljon vuoden jälkeen aina eli uusi päivä ' +
      'työ äiti isä pöytä kesä yksi kaksi ensimmäinen Suomen yli missä myös tämän näin lähes',
    text:
      'Kokous pidetään maanantaina suuressa salissa kirjaston vieressä. Jokaista, joka on kirjoittanut raportin, pyydetään ' +
      'ottamaan se mukaan, koska haluamme puhua viime neljänneksen luvuista. Talvi oli pitkä, eivätkä useimmat lapset olleet ' +
      'koskaan ennen nähneet niin paljon lunta. Hän sanoi, ettei löytänyt avainta, vaikka mies oli varma siitä, että se oli ' +
      'ollut pöydällä. Lue nämä ohjeet huolellisesti ennen kuin käytät konetta ensimmäisen kerran. On monia syitä siihen, ' +
      'miksi ihmiset muuttavat muihin maihin, ja työ on vain yksi niistä. Talon hinta oli korkeampi kuin he olivat luulleet, ' +
      'mutta he ostivat sen silti. Kuinka paljon aikaa tarvitsette tähän? Sää on tänään kylmä, eikä huomenna ole yhtään ' +
      'lämpimämpää. Päivällä käymme äidin luona hänen työpaikallaan.',
  },
  {
    language: 'is',
    words:
      'og að í á er sem til var það um með ekki við hann en af fyrir hún eru þess því þeir hafa vera þar þá ég sér úr frá ' +
      'svo eftir hefur eða upp þegar mjög þetta einnig verið voru þau hafði væri ári ár þessi þó sagði öll maður nú hér hvað ' +
      'þú fólk íslenska þriðja bæði stærsta önnur börn móðir dóttir góður síðan',
    text:
      'Fundurinn verður haldinn á mánudaginn í stóra salnum við hliðina á bókasafninu. Þeir sem hafa skrifað skýrslu eru ' +
      'beðnir að taka hana með sér því að við viljum ræða um tölur síðasta ársfjórðungs. Veturinn var langur og flest börnin ' +
      'höfðu aldrei séð svona mikinn snjó áður. Hún sagði að hún fyndi ekki lykilinn þó að hann væri viss um að hann hefði ' +
      'legið á borðinu. Lesið þessar leiðbeiningar vandlega áður en þið notið vélina í fyrsta sinn. Margar ástæður eru fyrir ' +
      'því að fólk flytur til annarra landa og vinnan er aðeins ein þeirra. Hversu mikinn tíma þarftu í þetta? Verðið á ' +
      'húsinu var hærra en þau höfðu haldið en þau keyptu það samt.',
  },
  {
    language: 'ca',
    words:
      'de la i el que a en un per les del es amb no una al els dels més com va són però ha pel seu aquest o també les si on ' +
      'sobre entre ser molt ja quan fins ho tot hi aquesta així seva anys hem fer han havia dos perquè després des cap ' +
      'això àrea català està què només any altres cada dia gran mateix llengua això pot sense tenir aquí bé nou barri',
    text:
      'La reunió tindrà lloc dilluns a la sala gran, al costat de la biblioteca. Qui hagi escrit un informe ha de portar-lo, ' +
      'perquè volem parlar de les xifres de l’últim trimestre. Va ser un hivern llarg, i la majoria dels nens no havien vist ' +
      'mai tanta neu. Ella va dir que no trobava la clau, encara que ell estava segur que era damunt la taula. Llegiu ' +
      'atentament aquestes instruccions abans de fer servir la màquina per primera vegada. Hi ha moltes raons per les quals ' +
      'la gent se’n va a viure a altres països, i la feina només n’és una. El preu de la casa era més alt que no es pensaven, ' +
      'però també la van comprar. Quant de temps necessiteu per això? Aquell cafè és a prop de l’església; el col·legi obre ' +
      'a les nou i els alumnes hi fan vacances a l’agost.',
  },
];
