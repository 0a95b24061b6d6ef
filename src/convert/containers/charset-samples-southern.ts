// What ordinary text looks like in Greek, Hebrew, Arabic, Persian, Thai, Vietnamese and Indonesian: frequent words and
// everyday sentences, for the statistics on letters and languages.
import type { LanguageSample } from './charset-language-sample.ts';

export const southernSamples: readonly LanguageSample[] = [
  {
    language: 'el',
    words:
      'και το να του η της με που την από για τα είναι των σε ο οι στο θα τη στην τον τους δεν τις ένα μια ότι ή αυτό στη ' +
      'μας αλλά πως στα ήταν αν μετά έχει σας κατά όπως μου πολύ όταν μόνο πριν έχουν όλα ακόμη χωρίς μέσα κάθε γιατί ' +
      'χρόνια άνθρωπος ημέρα ζωή σήμερα ώρα ελληνική χώρα πρώτη αυτή αυτός τώρα όμως ίδιο ύπνος ώστε',
    text:
      'Η συνάντηση θα γίνει τη Δευτέρα στη μεγάλη αίθουσα δίπλα στη βιβλιοθήκη. Όποιος έχει γράψει μια έκθεση παρακαλείται ' +
      'να τη φέρει μαζί του, επειδή θέλουμε να μιλήσουμε για τους αριθμούς του τελευταίου τριμήνου. Ήταν ένας μακρύς ' +
      'χειμώνας και τα περισσότερα παιδιά δεν είχαν ξαναδεί ποτέ τόσο πολύ χιόνι. Είπε ότι δεν μπορούσε να βρει το κλειδί, ' +
      'αν και εκείνος ήταν βέβαιος ότι βρισκόταν πάνω στο τραπέζι. Διαβάστε προσεκτικά αυτές τις οδηγίες πριν ' +
      'χρησιμοποιήσετε τη συσκευή για πρώτη φορά. Υπάρχουν πολλοί λόγοι για τους οποίους οι άνθρωποι πηγαίνουν σε άλλες ' +
      'χώρες, και η εργασία είναι μόνο ένας από αυτούς. Η τιμή του σπιτιού ήταν υψηλότερη απ’ ό,τι νόμιζαν, αλλά το ' +
      'αγόρασαν. Πόσο χρόνο χρειάζεστε γι’ αυτό;',
  },
  {
    language: 'he',
    words:
      'של את על לא הוא עם זה גם כי או היא אל היה כל אני אם יש בין אבל מה אחד רק יותר היו כמו עד לפני אחרי הם ולא אשר כך ' +
      'זאת שלא הזה אין עוד אותו שהוא כאשר ידי בית יום שנה אנשים ישראל חיים עולם ראש עיר דבר זמן אלה להיות שלו שלה',
    text:
      'הפגישה תתקיים ביום שני באולם הגדול ליד הספרייה. כל מי שכתב דוח מתבקש להביא אותו, כי אנחנו רוצים לדבר על המספרים של ' +
      'הרבעון האחרון. זה היה חורף ארוך, ורוב הילדים מעולם לא ראו כל כך הרבה שלג. היא אמרה שאינה מוצאת את המפתח, אף שהוא היה ' +
      'בטוח שהוא היה על השולחן. אנא קראו בעיון את ההוראות האלה לפני שתשתמשו במכשיר בפעם הראשונה. יש סיבות רבות לכך שאנשים ' +
      'עוברים לארצות אחרות, והעבודה היא רק אחת מהן. מחיר הבית היה גבוה ממה שחשבו, אבל הם קנו אותו בכל זאת. כמה זמן נחוץ לכם ' +
      'לשם כך? העירייה הודיעה שביום חמישי יהיה הגשר סגור לתנועה.',
  },
  {
    language: 'ar',
    words:
      'في من على إلى أن عن التي الذي هذا هذه كان ما لا مع كل بعد قد ذلك هو هي بين أو كما لم عند حتى إذا ثم كانت أي غير قبل ' +
      'أكثر منذ حيث يكون عام يوم خلال عليه فيه منها به له إن أحد الناس العالم الحكومة المدينة العمل الوقت الحياة أيضا لكن',
    text:
      'سيعقد الاجتماع يوم الاثنين في القاعة الكبيرة بجانب المكتبة. يرجى من كل من كتب تقريرا أن يحضره معه، لأننا نريد أن نتحدث ' +
      'عن أرقام الربع الأخير من السنة. كان شتاء طويلا، ولم يكن معظم الأطفال قد رأوا مثل هذا الثلج من قبل. قالت إنها لا تجد ' +
      'المفتاح، مع أنه كان متأكدا أنه كان على الطاولة. يرجى قراءة هذه التعليمات بعناية قبل استخدام الجهاز للمرة الأولى. هناك ' +
      'أسباب كثيرة تجعل الناس ينتقلون إلى بلدان أخرى، والعمل واحد منها فقط. كان ثمن البيت أعلى مما ظنوا، ولكنهم اشتروه رغم ' +
      'ذلك. كم من الوقت تحتاج لهذا؟ أعلنت البلدية أن الجسر سيغلق يوم الخميس أمام حركة السيارات.',
  },
  {
    language: 'fa',
    words:
      'و در به از که این را با است برای آن یک خود تا بر هم نیز شد کرد می شده بود او ما اما یا باید هر دو پس نمی بین اگر ' +
      'همه سال کند شود مردم ایران کشور کار روز زندگی جهان وقتی چه پیش بعد چون گفت دارد بسیار دیگر گفته های ها پژوهش چشم گفتگو',
    text:
      'جلسه روز دوشنبه در تالار بزرگ کنار کتابخانه برگزار می‌شود. از هر کس که گزارشی نوشته است خواهش می‌کنیم آن را همراه ' +
      'بیاورد، چون می‌خواهیم درباره ارقام سه ماه گذشته گفتگو کنیم. زمستان درازی بود و بیشتر کودکان هرگز این همه برف ندیده ' +
      'بودند. او گفت که کلید را پیدا نمی‌کند، هرچند مرد مطمئن بود که روی میز بوده است. لطفا پیش از آن که برای نخستین بار از ' +
      'دستگاه استفاده کنید این راهنما را با دقت بخوانید. مردم به دلایل بسیاری به کشورهای دیگر می‌روند و کار تنها یکی از آن‌ها ' +
      'است. بهای خانه بیشتر از آن بود که فکر می‌کردند، ولی باز هم آن را خریدند. برای این کار چه قدر وقت لازم دارید؟',
  },
  {
    language: 'th',
    words: 'ที่ และ เป็น ใน การ มี ได้ ของ ไม่ ให้ ว่า จะ ก็ กับ แต่ จาก คน นี้ ไป มา แล้ว หรือ อยู่ เพื่อ ความ กัน โดย วัน ปี เรา เขา',
    text:
      'การประชุมจะจัดขึ้นในวันจันทร์ที่ห้องใหญ่ข้างห้องสมุด ผู้ที่เขียนรายงานแล้วกรุณานำมาด้วย เพราะเราต้องการพูดถึงตัวเลขของไตรมาสที่ผ่านมา ' +
      'ฤดูหนาวปีนี้ยาวนานและเด็กส่วนใหญ่ไม่เคยเห็นหิมะมากขนาดนี้มาก่อน เธอบอกว่าหากุญแจไม่พบ แม้ว่าเขาจะแน่ใจว่ามันอยู่บนโต๊ะ ' +
      'กรุณาอ่านคำแนะนำนี้อย่างละเอียดก่อนใช้เครื่องเป็นครั้งแรก มีเหตุผลมากมายที่ผู้คนย้ายไปอยู่ประเทศอื่น และงานเป็นเพียงเหตุผลหนึ่งเท่านั้น ' +
      'ราคาบ้านสูงกว่าที่พวกเขาคิดไว้ แต่พวกเขาก็ซื้อ คุณต้องใช้เวลาเท่าไรสำหรับเรื่องนี้',
  },
  {
    language: 'vi',
    words:
      'và của là có được cho không các trong với một này những người để khi đã đến về từ như cũng ra năm ở tôi vào nhiều ' +
      'nhưng sẽ hay phải lại trên đó làm còn theo sau thì rất bị nước việt nam ngày nhà việc hơn mình ông bà anh chị nếu',
    text:
      'Cuộc họp sẽ diễn ra vào thứ hai tại phòng lớn bên cạnh thư viện. Những ai đã viết báo cáo xin vui lòng mang theo, vì ' +
      'chúng tôi muốn nói về các con số của quý vừa qua. Đó là một mùa đông dài, và phần lớn trẻ em chưa bao giờ thấy nhiều ' +
      'tuyết như vậy. Cô ấy nói rằng không tìm thấy chìa khóa, mặc dù anh ấy chắc chắn nó nằm trên bàn. Xin đọc kỹ hướng dẫn ' +
      'này trước khi sử dụng máy lần đầu tiên. Có nhiều lý do khiến mọi người chuyển đến các nước khác, và công việc chỉ là ' +
      'một trong số đó. Giá của ngôi nhà cao hơn họ nghĩ, nhưng họ vẫn mua. Bạn cần bao nhiêu thời gian cho việc này?',
  },
  {
    language: 'id',
    words:
      'yang dan di untuk dengan dari pada ini itu tidak dalam akan adalah ke juga oleh ada atau sebagai bahwa saya telah ' +
      'mereka dapat lebih karena kami kita bisa sudah seperti setelah anda namun saat lain orang tahun hari harus antara ' +
      'banyak menjadi para hanya secara sangat kepada masih tersebut indonesia anak baru dua ia jika belum bagi',
    text:
      'Rapat akan diadakan pada hari Senin di ruang besar di samping perpustakaan. Siapa pun yang telah menulis laporan ' +
      'diminta membawanya, karena kami ingin berbicara tentang angka triwulan terakhir. Musim dingin itu panjang dan ' +
      'kebanyakan anak belum pernah melihat salju sebanyak itu. Dia berkata bahwa dia tidak dapat menemukan kunci, meskipun ' +
      'suaminya yakin bahwa kunci itu ada di atas meja. Bacalah petunjuk ini dengan saksama sebelum Anda menggunakan mesin ' +
      'untuk pertama kali. Ada banyak alasan mengapa orang pindah ke negara lain, dan pekerjaan hanyalah salah satunya. ' +
      'Harga rumah lebih tinggi daripada yang mereka kira, tetapi mereka tetap membelinya. Berapa lama waktu yang Anda perlukan?',
  },
];
