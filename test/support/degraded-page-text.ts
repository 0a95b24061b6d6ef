// What the test pages say: plain English with the names, numbers and marks that letters and reports are full of.

export const paragraphs: readonly string[] = [
  `The harbour office opens at seven in the morning and closes when the last ferry has left, which in winter is shortly
  after six. Captains who arrive later ring the bell beside the gate; the night watch keeps the papers until the clerk
  returns. In 1987 the old wooden pier was replaced by one of stone, and since then no ship has been turned away for want
  of a berth.`,
  `Please find enclosed our invoice no. 20-4471 of 14 March for the delivery of 36 crates (net weight 1,284.50 kg). The
  amount of $7,915.20 is due within thirty days; a discount of 2% may be taken when payment reaches us before the 28th.
  Questions about single items are answered by Mrs. Holloway, extension 215, on weekdays between 9:00 and 16:30.`,
  `Every morning the baker set aside a dozen loaves for the school on the hill. "Bread should never be counted twice," he
  used to say, and nobody in the village was quite sure what he meant by it. When he retired, his daughter kept the habit;
  she also kept the saying, which by then had become something of a riddle for visitors.`,
  `Measurements were taken at five stations over eleven weeks. The mean temperature rose from 12.4 to 17.9 degrees, while
  the flow fell by nearly a third. Station 3 was moved upstream after the flood of May 6, so its figures before and after
  that date should not be compared. All values in the tables below have been rounded to one decimal place.`,
  `Members shall elect a chair, a treasurer and a secretary at the first meeting of each year. A motion passes when more
  than half of those present vote for it; abstentions are recorded but do not count. The treasurer shall report quarterly
  and shall not, without the consent of the board, enter into any contract worth more than the sum named in Article 9.`,
  `Turn the valve clockwise until the gauge shows between 40 and 45 psi, wait two minutes, then open the upper tap by a
  quarter turn. If water still drips from the joint, close the main supply at once and replace the washer (part X-118).
  Never heat the tank while the safety valve is blocked: pressure builds up quickly and the seal may burst.`,
  `My dear Frances, your letter of the ninth came with the afternoon post and was read aloud twice before supper. We are
  all well, though Uncle Jeremy complains of his knee whenever rain is near. The quince tree has been cut back at last.
  You asked about the clock: it runs again, five minutes fast, as it always did in Grandmother's time.`,
  `Growth in the second half of the year was driven by exports, which reached a record of 3.1 billion, and by household
  spending on services. Unemployment, at 4.7 per cent, was little changed. The committee judged that risks were balanced
  and left the rate where it was; two of its nine members would have preferred to raise it by a quarter point.`,
].map((text) => text.replace(/\s+/g, ' '));

export const headings: readonly string[] = [
  'Notes from the Harbour',
  'Terms of Delivery',
  'Quarterly Report',
  'How to Replace the Washer',
];

export const tableRows: readonly (readonly string[])[] = [
  ['Item', 'Quantity', 'Unit price', 'Total'],
  ['Copper pipe', '14', '23.80', '333.20'],
  ['Valve X-118', '6', '41.15', '246.90'],
  ['Sealing tape', '120', '0.95', '114.00'],
  ['Delivery', '1', '65.00', '65.00'],
];
