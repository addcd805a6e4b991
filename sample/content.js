/**
 * A made-up portal of public services. It shows what real ones have: texts with and without tags, a table, a figure and a
 * frame among them, links that share a title, one without an address, sections that share a link, a category and a post that
 * only stand in other posts.
 */

export const categories = [
  { id: 1, selected: true, title: 'Ανακοινώσεις', slug: 'anakoinoseis' },
  { id: 2, title: 'Νέες υπηρεσίες', slug: 'nees-ypiresies' },
  { id: 3, title: 'Επιχειρήσεις', slug: 'epicheiriseis' },
  { id: 4, title: 'Υγεία', slug: 'ygeia' },
  { id: 6, title: 'Εκπαίδευση', slug: 'ekpaideysi' },
  { id: 7, title: 'Προθεσμίες', slug: 'prothesmies' },
  { id: 5, title: 'Αρχείο 2020', slug: 'archeio-2020', embeddedOnly: true },
];

const p = (...texts) => texts.map((text) => `<p>${text}</p>`).join('\r\n');
const ul = (...items) => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
const h2 = (text) => `<h2>${text}</h2>`;
const a = (href, text) => `<a href="${href}" target="_blank" rel="noopener">${text}</a>`;

export const posts = [
  {
    id: 31,
    category: 2,
    title: 'Ψηφιακή έκδοση πιστοποιητικού γέννησης',
    excerpt: 'Το πιστοποιητικό εκδίδεται αμέσως, χωρίς επίσκεψη στο ληξιαρχείο.',
    slug: 'psifiaki-ekdosi-pistopoiitikoy-gennisis',
    created: '2024-03-18T09:12:44.120345Z',
    modified: '2024-03-20T07:01:09.004512Z',
    featured: true,
    image: 'πιστοποιητικό.png',
    related: [27, 29, 12],
    content:
      p(
        'Από σήμερα το πιστοποιητικό γέννησης εκδίδεται ψηφιακά για κάθε ληξιαρχική πράξη που έχει καταχωρισθεί στο Μητρώο Πολιτών.',
        `Η αίτηση υποβάλλεται με τους κωδικούς ${a('https://portal.example/taxisnet', 'taxisnet')} και το έγγραφο έρχεται στη θυρίδα σας.`,
      ) +
      h2('Τι θα χρειαστείτε') +
      ul('κωδικούς taxisnet', 'ΑΜΚΑ', 'έναν αριθμό κινητού τηλεφώνου'),
  },
  {
    id: 30,
    category: 7,
    title: 'Παράταση υποβολής δηλώσεων έως τις 15 Ιουλίου',
    excerpt: 'Η προθεσμία για τα έντυπα Ε1, Ε2 και Ε3 παρατείνεται.',
    slug: 'paratasi-ypovolis-diloseon',
    created: '2024-03-11T12:40:02.998110Z',
    selected: true,
    related: [22],
    content: `${p('Η προθεσμία παρατείνεται ως εξής:')}<table border="1" cellpadding="4"><tbody><tr><th>Έντυπο</th><th>Νέα προθεσμία</th></tr><tr><td>Ε1</td><td>15 Ιουλίου</td></tr><tr><td>Ε2, Ε3</td><td>29 Ιουλίου</td></tr></tbody></table><p>Μετά τις προθεσμίες αυτές επιβάλλεται πρόστιμο.</p>`,
  },
  {
    id: 29,
    category: 2,
    title: 'Άυλη ταυτότητα στο κινητό',
    excerpt: 'Ταυτότητα και άδεια οδήγησης στο ψηφιακό πορτοφόλι.',
    slug: 'ayli-taytotita',
    created: '2024-02-27T08:00:00Z',
    featured: true,
    image: 'wallet.png',
    related: [31, 18],
    content:
      '<p style="text-align: justify;">Το ψηφιακό πορτοφόλι δέχεται την <strong>αστυνομική ταυτότητα</strong> και την <strong>άδεια οδήγησης</strong>, με ίση ισχύ μέσα στη χώρα.</p>\r\n<p>Δείτε πώς:</p><iframe width="560" height="315" src="https://video.example/embed/wallet" title="Οδηγίες" allowfullscreen=""></iframe>',
  },
  {
    id: 28,
    category: 3,
    title: 'Σύσταση επιχείρησης σε μία ημέρα',
    excerpt: 'Η υπηρεσία μίας στάσης δέχεται και κεφαλαιουχικές εταιρείες.',
    slug: 'systasi-epicheirisis',
    created: '2024-02-14T10:21:33.450000Z',
    author: 9,
    related: [25, 24],
    content:
      p('Η σύσταση γίνεται με πρότυπο καταστατικό, χωρίς συμβολαιογράφο.') +
      '<ol>\n<li>Σύνδεση στην υπηρεσία</li>\n<li>Επιλογή επωνυμίας</li>\n<li>Υπογραφή από όλους τους εταίρους</li>\n</ol>' +
      p('Το κόστος είναι 18&nbsp;€ για κάθε εταιρεία.'),
  },
  {
    id: 27,
    category: 1,
    title: 'Νέο ωράριο των ΚΕΠ από 1ης Μαρτίου',
    excerpt: 'Δευτέρα έως Παρασκευή 08:00 με 20:00.',
    slug: 'neo-orario-kep',
    created: '2024-02-05T06:55:17.000001Z',
    content:
      'Τα ΚΕΠ θα εξυπηρετούν το κοινό από Δευτέρα έως Παρασκευή, 08:00 με 20:00. Το Σάββατο λειτουργούν τα ΚΕΠ των μεγάλων δήμων, 09:00 με 14:00.',
  },
  {
    id: 26,
    category: 4,
    title: 'Ραντεβού εμβολιασμού για τη γρίπη',
    excerpt: 'Τα ραντεβού κλείνονται από την πλατφόρμα ή από τα φαρμακεία.',
    slug: 'rantevoy-emvoliasmoy',
    created: '2024-01-30T09:30:00.250000Z',
    image: 'vaccine.png',
    related: [14],
    content:
      p('Ραντεβού κλείνουν όλοι όσοι έχουν ΑΜΚΑ.') +
      '<figure class="image"><img src="https://cdn.portal.example/media/uploads/%CE%B5%CE%BC%CE%B2%CF%8C%CE%BB%CE%B9%CE%BF.png" alt="Εμβόλιο"><figcaption>Δωρεάν για όλους</figcaption></figure>' +
      p('Πληροφορίες: <a href="tel:+302101234567">210 1234567</a>'),
  },
  {
    id: 25,
    category: 3,
    title: 'Ηλεκτρονικά βιβλία: ερωτήσεις και απαντήσεις',
    excerpt: 'Τι αλλάζει στη διαβίβαση παραστατικών στο myDATA.',
    slug: 'ilektronika-vivlia-erotiseis',
    created: '2024-01-22T14:05:51.730022Z',
    related: [28],
    content:
      h2('Ποιοι διαβιβάζουν;') +
      p('Όλες οι επιχειρήσεις, όποιο βιβλίο κι αν τηρούν.') +
      h2('Έως πότε;') +
      p('Έως την 20ή ημέρα του επόμενου μήνα.') +
      '<!-- να συμπληρωθεί για το 2025 -->',
  },
  {
    id: 24,
    category: 3,
    title: 'Μητρώο πραγματικών δικαιούχων',
    excerpt: '',
    slug: 'mitroo-pragmatikon-dikaioychon',
    created: '2024-01-15T08:47:00.100000Z',
    active: false,
    content: p('Η υποβολή στο μητρώο αναστέλλεται έως νεωτέρας.'),
  },
  {
    id: 23,
    category: 6,
    title: 'Εγγραφές στα νηπιαγωγεία',
    excerpt: 'Ηλεκτρονικά, από 1 έως 20 Μαρτίου.',
    slug: 'eggrafes-sta-nipiagogeia',
    created: '2024-01-09T11:11:11Z',
    related: [19, 16],
    content:
      p('Οι εγγραφές γίνονται ηλεκτρονικά για όλα τα δημόσια νηπιαγωγεία.') +
      ul('πιστοποιητικό γέννησης', 'βιβλιάριο υγείας', 'αποδεικτικό διεύθυνσης'),
  },
  {
    id: 22,
    category: 7,
    title: 'ΕΝΦΙΑ: πληρωμή σε δέκα δόσεις',
    excerpt: 'Η πρώτη δόση έως το τέλος Μαρτίου.',
    slug: 'enfia-doseis',
    created: '2023-12-28T07:20:08.640000Z',
    related: [30],
    content: p(
      `Τα εκκαθαριστικά έχουν αναρτηθεί. Η πληρωμή γίνεται με κάρτα ή ${a('https://portal.example/e-pliromes', 'ηλεκτρονικά')}.`,
    ),
  },
  {
    id: 21,
    category: 1,
    title: 'Διακοπή λειτουργίας υπηρεσιών το Σαββατοκύριακο',
    excerpt: 'Λόγω αναβάθμισης, από Σάββατο 22:00.',
    slug: 'diakopi-leitoyrgias',
    created: '2023-12-14T16:30:00.555000Z',
    content:
      p('Από το Σάββατο στις 22:00 έως την Κυριακή στις 10:00 δεν θα λειτουργούν:') +
      ul('η έκδοση πιστοποιητικών', 'η θυρίδα πολίτη', 'οι πληρωμές'),
  },
  {
    id: 20,
    category: 4,
    title: 'Άυλη συνταγογράφηση για όλους',
    excerpt: 'Η συνταγή έρχεται με μήνυμα στο κινητό.',
    slug: 'ayli-syntagografisi',
    created: '2023-11-29T09:00:41.318700Z',
    related: [26, 14],
    content: p(
      'Η ενεργοποίηση γίνεται μία φορά, με κωδικούς taxisnet.',
      'Στο φαρμακείο αρκεί ο αριθμός της συνταγής και ο ΑΜΚΑ.',
    ),
  },
  {
    id: 19,
    category: 6,
    title: 'Ακαδημαϊκή ταυτότητα: νέες αιτήσεις',
    excerpt: 'Για πρωτοετείς φοιτητές και φοιτήτριες.',
    slug: 'akadimaiki-taytotita',
    created: '2023-11-17T13:44:09.700000Z',
    content: p('Η ταυτότητα παραλαμβάνεται από το σημείο που θα επιλέξετε, περίπου σε δύο εβδομάδες.'),
  },
  {
    id: 18,
    category: 2,
    title: 'Μεταβίβαση οχήματος χωρίς επίσκεψη στη διεύθυνση μεταφορών',
    excerpt: 'Αγοραστής και πωλητής υπογράφουν από τον υπολογιστή τους.',
    slug: 'metavivasi-ochimatos',
    created: '2023-10-31T10:10:10.101010Z',
    image: 'όχημα.png',
    related: [29],
    content:
      p('Ο πωλητής ξεκινά την αίτηση, ο αγοραστής την αποδέχεται και πληρώνει το τέλος.') +
      '<blockquote>Ισχύει για επιβατηγά οχήματα και δίκυκλα.</blockquote>',
  },
  {
    id: 17,
    category: 1,
    title: 'Εβδομάδα προσβασιμότητας',
    excerpt: 'Οι δημόσιες ιστοσελίδες ανοιχτές σε όλους.',
    slug: 'evdomada-prosvasimotitas',
    created: '2023-10-16T08:15:00.900000Z',
    content: p(
      'Στείλτε μας τι σας δυσκολεύει: <a href="mailto:access@portal.example">access@portal.example</a>.',
    ),
  },
  {
    id: 16,
    category: 6,
    title: 'Μεταφορά μαθητών: αιτήσεις γονέων',
    excerpt: 'Έως 30 Σεπτεμβρίου.',
    slug: '',
    created: '2023-09-19T12:00:00Z',
    content: p('Οι αιτήσεις υποβάλλονται στη σχολική μονάδα ή ηλεκτρονικά.'),
  },
  {
    id: 15,
    category: 5,
    title: 'Απογραφή κτηρίων: ολοκληρώθηκε η πρώτη φάση',
    excerpt: 'Τι δείχνουν τα πρώτα στοιχεία.',
    slug: 'apografi-ktirion',
    created: '2023-09-04T09:26:53.589793Z',
    related: [11],
    content: p('Απογράφηκαν 4,1 εκατομμύρια κτήρια. Τα στοιχεία θα δημοσιευθούν μέσα στο έτος.'),
  },
  {
    id: 14,
    category: 4,
    title: 'Φάκελος υγείας του πολίτη',
    excerpt: 'Εξετάσεις και συνταγές σε ένα σημείο.',
    slug: 'fakelos-ygeias',
    created: '2023-08-22T07:07:07.070707Z',
    related: [20],
    content: p(
      'Ο φάκελος συγκεντρώνει συνταγές, παραπεμπτικά και εξετάσεις.',
      'Μόνο εσείς ορίζετε ποιος τον βλέπει.',
    ),
  },
  {
    id: 13,
    category: 3,
    title: 'Επιδότηση ενεργειακής αναβάθμισης επιχειρήσεων',
    excerpt: 'Πρόγραμμα «Εξοικονομώ – Επιχειρώ».',
    slug: 'exoikonomo-epicheiro',
    created: '2023-07-27T11:35:20.460000Z',
    content:
      p('Επιδοτούνται έως 50% των δαπανών.') +
      ul('μόνωση', 'αντικατάσταση κουφωμάτων', 'φωτισμός') +
      p('Όροι & προϋποθέσεις στον <u>οδηγό</u> του προγράμματος.'),
  },
  {
    id: 12,
    category: 2,
    title: 'Υπεύθυνη δήλωση και εξουσιοδότηση: τι άλλαξε',
    excerpt: 'Με κωδικό επαλήθευσης και QR.',
    slug: 'ypeythyni-dilosi',
    created: '2023-07-10T10:00:00.010000Z',
    modified: '2023-07-12T15:22:41.000000Z',
    content: p('Κάθε έγγραφο φέρει κωδικό επαλήθευσης· ο παραλήπτης το ελέγχει χωρίς σύνδεση.'),
  },
  {
    id: 10,
    category: 1,
    title: 'Πληροφορίες για τους πυρόπληκτους',
    excerpt: 'Πού δηλώνονται οι ζημιές.',
    slug: 'pyropliktoi',
    created: '2023-06-21T18:05:00.777000Z',
    content: p('Οι δηλώσεις γίνονται στον δήμο ή στην πλατφόρμα κρατικής αρωγής, μέσα σε 30 ημέρες.'),
  },
  {
    id: 9,
    category: 6,
    title: 'Υποτροφίες για μεταπτυχιακές σπουδές',
    excerpt: '120 θέσεις για το νέο έτος.',
    slug: 'ypotrofies',
    created: '2023-05-30T09:45:12.345678Z',
    related: [19],
    content: p('Αιτήσεις έως 15 Ιουνίου. Η επιλογή γίνεται με βάση τον βαθμό πτυχίου και το εισόδημα.'),
  },
  {
    id: 8,
    category: 7,
    title: 'Τέλη κυκλοφορίας: εκτύπωση από τη θυρίδα',
    excerpt: '',
    slug: 'teli-kykloforias',
    created: '2023-05-08T06:30:30.300000Z',
    content: p('Η πληρωμή γίνεται με τον κωδικό του εντύπου, έως το τέλος του έτους.'),
  },
  {
    id: 7,
    category: 1,
    title: 'Η πύλη στα 3 χρόνια',
    excerpt: 'Οι αριθμοί μιας διαδρομής.',
    slug: 'h-pyli-sta-3-chronia',
    created: '2023-04-21T08:00:00.000500Z',
    related: [12, 21],
    content:
      p('1.500 υπηρεσίες, 80 φορείς, 4 εκατομμύρια επισκέπτες τον μήνα. 🎉') +
      '<p>Ευχαριστούμε!<br />Η ομάδα της πύλης</p>',
  },
  {
    id: 6,
    category: 4,
    title: 'Εφημερεύοντα φαρμακεία και νοσοκομεία',
    excerpt: 'Κάθε μέρα, για όλη τη χώρα.',
    slug: 'efimereyonta',
    created: '2023-03-30T05:59:59.999999Z',
    content: p('Ο κατάλογος ενημερώνεται κάθε πρωί στις 08:00.'),
  },
  {
    id: 11,
    category: 5,
    title: 'Απογραφή 2021: πώς συμμετείχατε',
    excerpt: 'Ένα νέο από την παλιά πύλη.',
    slug: 'apografi-2021',
    created: '2021-11-02T09:00:00Z',
    embeddedOnly: true,
    content: p('Οκτώ στους δέκα απάντησαν ηλεκτρονικά.'),
  },
];

/** Of a link the first number is the one that the legacy system keeps to itself. */
const certificates = [21, 'Πιστοποιητικά', 'https://portal.example/pistopoiitika'];

export const sections = [
  {
    id: 1,
    one: {
      title: 'Οικογένεια',
      text: p('Γέννηση, γάμος, βάπτιση: όλα τα πιστοποιητικά με λίγα κλικ.'),
    },
    two: 'Δημοφιλείς υπηρεσίες',
    links: [
      [12, 'Πιστοποιητικό γέννησης', 'https://portal.example/gennisi'],
      certificates,
      [17, 'Επίδομα παιδιού', 'https://portal.example/a21'],
    ],
    three: p(`Δείτε και τον ${a('https://portal.example/odigos-gonea', 'οδηγό του γονέα')}.`),
    image: 'οικογένεια.png',
  },
  {
    id: 2,
    one: {
      title: 'Επιχειρώ',
      text: p('Από την ιδέα έως την έναρξη.') + ul('σύσταση', 'άδειες', 'φορολογία'),
    },
    two: 'Ξεκινήστε εδώ',
    links: [
      [9, 'Σύσταση επιχείρησης', 'https://portal.example/systasi'],
      [24, 'myDATA', 'https://portal.example/mydata'],
    ],
    three: '',
    image: 'επιχειρώ.png',
  },
  {
    id: 3,
    one: { title: 'Υγεία', text: 'Ραντεβού, συνταγές και εξετάσεις από το σπίτι.' },
    two: 'Υπηρεσίες υγείας',
    links: [[15, 'Φάκελος υγείας', 'https://portal.example/fakelos-ygeias'], certificates],
    three: p('Για επείγοντα καλέστε το <strong>166</strong>.'),
    image: 'υγεία.png',
  },
  {
    id: 4,
    one: { title: 'Οδηγός για νέους κατοίκους', text: p('Τα πρώτα βήματα όταν μετακομίζετε.') },
    two: '',
    links: [],
    three: '<div class="note"><p>Ο οδηγός υπάρχει και στα αγγλικά.</p></div>',
    image: 'guide.png',
  },
  {
    id: 5,
    one: { title: 'Μετακινήσεις', text: p('Άδεια οδήγησης, οχήματα, κάρτες συγκοινωνιών.') },
    two: 'Μετακινήσεις',
    links: [
      [13, 'Ανανέωση άδειας οδήγησης', 'https://portal.example/adeia-odigisis'],
      [26, 'Μεταβίβαση οχήματος', 'https://portal.example/metavivasi'],
      [14, 'Κάρτα απεριορίστων', 'https://transport.example/karta'],
      [18, 'Τέλη κυκλοφορίας', 'https://portal.example/teli'],
    ],
    three: '',
    image: 'μετακινήσεις.png',
  },
  {
    id: 6,
    active: false,
    one: { title: 'Εκλογές', text: p('Μάθετε πού ψηφίζετε.') },
    two: 'Χρήσιμα',
    links: [[10, 'Μάθε πού ψηφίζεις', 'https://portal.example/pou-psifizo']],
    three: '',
    image: 'εκλογές.png',
  },
];

export const groups = [
  {
    id: 1,
    order: 1,
    title: 'Πολίτης και καθημερινότητα',
    slug: 'politis',
    description: 'Στοιχεία πολίτη, έγγραφα, υπεύθυνες δηλώσεις',
  },
  { id: 2, order: 1, title: 'Οικογένεια', slug: 'oikogeneia', description: '' },
  {
    id: 3,
    order: 2,
    title: 'Υγεία και πρόνοια',
    slug: 'ygeia-kai-pronoia',
    url: 'https://portal.example/ygeia',
  },
  { id: 4, order: 3, title: 'Εκπαίδευση', slug: 'ekpaideysi' },
  { id: 5, order: 3, title: 'Εργασία και ασφάλιση', slug: 'ergasia', description: 'eΕΦΚΑ, ΔΥΠΑ, Εργάνη' },
  {
    id: 6,
    order: 4,
    title: 'Επιχειρηματική δραστηριότητα',
    slug: 'Epicheirin',
    url: 'https://portal.example/epicheirein',
  },
  {
    id: 8,
    order: 0,
    title: 'Έκτακτες ανάγκες',
    slug: 'ektaktes-anagkes',
    description: 'Αρωγή, αποζημιώσεις',
    confirmed: false,
  },
  { id: 9, order: 5, title: 'Γεωργία και κτηνοτροφία', slug: '', confirmed: false },
];

const at = (name) => `https://${name}.example/`;

export const links = [
  { id: 1, title: 'taxisnet', slug: 'taxisnet', url: at('taxis'), service: 101 },
  { id: 2, title: 'myDATA', slug: 'myDATA', url: at('mydata'), service: 102 },
  {
    id: 3,
    title: 'eΕΦΚΑ',
    slug: 'efka',
    url: at('efka'),
    description: '<p>Ασφαλιστικές εισφορές και συντάξεις</p>',
    service: 103,
  },
  { id: 4, title: 'Εθνικό Κτηματολόγιο', slug: 'ktimatologio', url: at('ktimatologio'), service: 110 },
  { id: 5, title: 'Ψηφιακή βεβαίωση εγγράφου', slug: 'psifiaki-vevaiosi', url: at('portal'), service: 111 },
  { id: 6, title: 'Θυρίδα πολίτη', slug: 'thyrida', url: at('thyrida'), service: 111 },
  { id: 7, title: 'Οδηγίες', slug: 'odigies', url: at('help'), description: 'Βήμα προς βήμα' },
  {
    id: 8,
    title: 'Οδηγίες',
    slug: 'odigies',
    url: `${at('help')}?y=2`,
    description: 'Για επιχειρήσεις',
    service: 102,
  },
  { id: 9, title: 'Αδειοδότηση', slug: 'Adeiodotisi', description: null, service: 120 },
  { id: 10, title: 'Ληξιαρχείο', slug: 'lixiarcheio', url: at('lixiarcheia'), service: 112 },
  { id: 11, title: 'Μητρώο Πολιτών', slug: 'mitroo-politon', url: at('mitroo'), service: 112 },
  { id: 12, title: 'Ποινικό μητρώο', slug: 'poiniko-mitroo', url: at('dikaiosyni'), service: 113 },
  { id: 13, title: 'Στρατολογία', slug: 'stratologia', url: at('stratologia'), description: null },
  { id: 14, title: 'Αυτοδιοίκηση', slug: 'aytodioikisi', url: at('dimoi') },
  {
    id: 15,
    title: 'ΚΕΠ',
    slug: 'KEP',
    url: at('kep'),
    description: '<ul><li>Διευθύνσεις</li><li>Ωράρια</li></ul>',
  },
  { id: 16, title: 'Άδεια οδήγησης', slug: 'adeia-odigisis', url: at('odigisi'), service: 130 },
  { id: 17, title: 'Τεχνικός έλεγχος οχήματος', slug: 'kteo', url: at('kteo'), service: 130 },
  { id: 18, title: 'ΔΥΠΑ', slug: 'dypa', url: at('dypa'), service: 140 },
  { id: 19, title: 'Εργάνη', slug: 'ergani', url: at('ergani'), service: 140, confirmed: false },
  { id: 20, title: 'Επίδομα στέγασης', slug: 'epidoma-stegasis', url: at('opeka'), service: 150 },
  { id: 21, title: 'Επίδομα παιδιού', slug: 'epidoma-paidioy', url: at('opeka'), service: 150 },
  {
    id: 22,
    title: 'Κοινωνικό τιμολόγιο',
    slug: 'koinoniko-timologio',
    url: at('reyma'),
    description: 'Όροι < 2024 & δικαιολογητικά',
  },
  { id: 23, title: 'Πανεπιστήμια', slug: 'panepistimia', url: at('aei') },
  { id: 24, title: 'Βιβλία και βοηθήματα', slug: 'vivlia', url: at('vivlia'), description: null },
  { id: 25, title: 'Υποτροφίες', slug: 'ypotrofies', url: at('iky'), service: 160 },
  { id: 26, title: '«Εξοικονομώ»', slug: 'exoikonomo', url: at('exoikonomo'), service: 170 },
  { id: 27, title: 'Κρατική αρωγή', slug: 'arogi', url: at('arogi'), service: 171 },
  {
    id: 28,
    title: 'Αρχείο ανακοινώσεων',
    slug: '',
    url: `${at('archive')}${encodeURIComponent('ανακοινώσεις')}`,
  },
  { id: 29, title: 'Χάρτης υπηρεσιών', slug: 'chartis', url: `${at('geo')}χάρτης?z=7` },
  {
    id: 30,
    title: 'Επικοινωνία',
    slug: 'epikoinonia',
    url: at('contact'),
    description: '<p>Τηλέφωνο <a href="tel:1500">1500</a></p>',
  },
];
