import { describe, expect, it } from 'vitest'
import { reservedSlugs } from '../slug.ts'
import { claimsToBePublication, isHandleReserved, isNameReserved } from './reserved-names.ts'

const reserved = {
  publication: 'The Verandah',
  misspellings: ['Veranda', 'Varanda', 'Verenda', 'Verandha', 'वरांडा', 'வராண்டா'],
  newsletter: 'The Weekly',
  contacts: ['Press', 'The Culture Room'],
  authors: {
    'zarlasht-naderi': 'Zarlasht Naderi',
    'renée-d': 'Renée Desai',
    'pa-2': 'ப. அருண்',
    mira: 'मीरा गांधी',
    kanta: 'कांता पंडित',
  },
}

describe('a handle', () => {
  it.each([
    'verandah',
    'the-verandah',
    'verandah-readers',
    'veran-dah',
    'the-weekly',
    'weekly2',
    'editor-1',
    'ed-itors',
    'support',
    'desk',
    'culture',
    'zarlasht-naderi',
    'zarlashtnaderi',
    'undefined',
    'zar1asht-naderi',
    'the-zarlasht-naderi',
    'edltor',
    'ecl1t0r',
    'customer-care',
    'refund-team',
    'rnail',
    'verandah5',
    'veranclah',
    'paypal',
    'payment-team',
    'paymentteam',
    'account-team',
    'admins',
    'techsupport',
    'techsupportteam',
    'weekly-newsletter',
    'weeklynewsletter',
    'weekly-team',
    'member-services-2',
    'the-veranda',
    'verandateam',
    'grievance-officer',
    'naderi-zarlasht',
    'zarlasht-nadderi',
    'corrections-desk',
    'founder-and-ceo',
    'culture-room',
  ])('can’t be %s', (handle) => {
    expect(isHandleReserved(handle, reserved)).toBe(true)
  })

  it('can’t be a path of the site', () => {
    for (const slug of reservedSlugs) expect(isHandleReserved(slug, reserved)).toBe(true)
  })

  it.each([
    'leela',
    'biweekly',
    'zarlasht',
    'desk-job',
    'editorially',
    'pa-joshi',
    'bill',
    'reader-ama',
    'team-india',
    'weekly-reader',
  ])('can be %s', (handle) => {
    expect(isHandleReserved(handle, reserved)).toBe(false)
  })
})

describe('a name', () => {
  const services =
    'Payment Team, Payments, Account Team, PayPal, Pay Pal, PayPal Support, Admins, TechSupport, SupportTeam, Techsupport, ' +
    'Subscription Desk, Member Services, Subscriber Care, Trust & Safety, No-reply, Press Office, The Weekly Newsletter, ' +
    'The Weekly Team, Weekly Desk, E.D.I.T.O.R., S.U.P.P.O.R.T. Team, H.E.L.P. Desk, H.E.L.P., Editors, ᴇᴅɪᴛᴏʀ, Hᴇʟᴘ, ' +
    'संपादक, सम्पादक, मीना संपादक, ग्राहक सेवा, सहायता, एडमिन, সম্পাদক, গ্রাহক সেবা, সহায়তা, ایڈیٹر, مدیر, کسٹمر سروس, ' +
    'பதிப்பாசிரியர், வாடிக்கையாளர் சேவை, සංස්කාරක, පාරිභෝගික සේවා, సంపాదకుడు, ಸಂಪಾದಕ, ಗ್ರಾಹಕ ಸೇವೆ, എഡിറ്റർ, എഡിറ്റര്\u200d, ' +
    'સંપાદક, ગ્રાહક સેવા, ਸੰਪਾਦਕ, ସମ୍ପାଦକ, Client Care, Renewal Team, Invoice Team, Fraud Department, Compliance Team, ' +
    'Grievance Officer, Community Team, IT Department, Care Team, Our Team, Copy Desk, Press Staff, Customer Billing, ' +
    'Our Billing, Staff, B. Staff, නිල ගිණුම, නිල සංස්කාරක, منتظم اعلیٰ, ' +
    'Corrections, Corrections Desk, Grievance Redressal, Founder and CEO, Ombudsman, Delhi Bureau, Press, The Press, ' +
    'Culture Room Team, द वरांडा, வராண்டா, வராண்டா குழு, ' +
    'Customer Assistance, Reader Assistance, The Management, Customer Representative, Refund Department, ' +
    'कस्टमर केयर, कस्टमर केअर, कस्टमर सर्विस, रिफंड विभाग, ग्राहक प्रतिनिधि, प्रबंधन, কাস্টমার কেয়ার, রিফান্ড বিভাগ, কর্তৃপক্ষ, ' +
    'کسٹمر کیئر, ریفنڈ, انتظامیہ, கஸ்டமர் கேர், வாடிக்கையாளர் சேவை, ரீஃபண்ட், நிர்வாகம், කස්ටමර් කෙයාර්, කස්ටමර් සර්විස්, ' +
    'కస్టమర్ కేర్, కస్టమర్ సర్వీస్, రీఫండ్, ಕಸ್ಟಮರ್ ಕೇರ್, ರಿಫಂಡ್ ವಿಭಾಗ, കസ്റ്റമർ കെയർ, കസ്റ്റമര്\u200d കെയര്\u200d, റീഫണ്ട്, ' +
    'કસ્ટમર કેર, ગ્રાહક સેવા, ਕਸਟਮਰ ਕੇਅਰ, ਗਾਹਕ ਸੇਵਾ, ਰਿਫੰਡ, କଷ୍ଟମର କେୟାର, ଗ୍ରାହକ ସେବା'

  const southAsianServices =
    'पेमेंट टीम, पेमेंट, भुगतान टीम, बिलिंग टीम, अकाउंट टीम, ग्राहक टीम, कस्टमर टीम, कस्टमर हेल्प, ' +
    'हेल्प, हेल्प सेंटर, शिकायत विभाग, शिकायत निवारण, सदस्यता विभाग, सब्सक्रिप्शन टीम, सुरक्षा टीम, ' +
    'ग्राहक सहायक, कार्ड सेवा, পেমেন্ট টিম, কাস্টমার টিম, গ্রাহক টিম, বিলিং, অ্যাকাউন্ট টিম, ' +
    'হেল্প সেন্টার, অভিযোগ বিভাগ, پیمنٹ, پیمنٹ ٹیم, کسٹمر ٹیم, کسٹمر ہیلپ, بلنگ, شکایات, ' +
    'வாடிக்கையாளர் குழு, பேமெண்ட், கட்டணம், உதவி மையம், உதவி, పేమెంట్, కస్టమర్ టీమ్, ಪೇಮೆಂಟ್, ' +
    'ಗ್ರಾಹಕ ತಂಡ, പേയ്മെന്റ്, കസ്റ്റമർ ടീം, પેમેન્ટ, ગ્રાહક ટીમ, ਪੇਮੈਂਟ, ਗਾਹਕ ਟੀਮ, පාරිභෝගික කණ්ඩායම, ' +
    'පේමන්ට්'

  it.each([
    'The Verandah',
    'VERANDAH staff',
    'Vérandah',
    'Zarlasht  Naderi',
    'zarlasht-naderi',
    'Renee Desai',
    'The Weekly',
    'Editor',
    'Maya, official',
    'ப. அருண்',
    'Ｅｄｉｔｏｒ',
    'Maya, ed\u200citor',
    'Editor\ufe0f',
    'Ed\u0131tor',
    'Zarlasht\ufe0f Naderi',
    'ப. அரு\u200dண்',
    'ZarIasht Naderi',
    'Zar1asht Naderi',
    'Zar|asht Naderi',
    'Zarlasht Naderi, writer',
    'Edltor',
    'Ed1t0r',
    'Aclmin',
    'Customer Care',
    'CUSTOMER  SERVICE 2',
    'Help-Desk',
    'B i l l i n g',
    // Written only in Cyrillic, Greek and Cherokee letters.
    '\u0415\u0501\u0456\u0422\u043e\u0433',
    '\u0397\u0395\u0399\u03a1',
    '\u13bb\u13ac\u13de\u13e2',
    'Verandah\u200d',
    'TheVerandah Readers',
    'V.e.r.a.n.d.a.h',
    'Veran Dah',
    'The Veranda',
    'Veranda HQ',
    'V e r a n d a',
    'The Verendah',
    'The Verrandaah',
    'Naderi Zarlasht',
    'Naderi, Zarlasht',
    'NaderiZarlasht',
    'Zarlasht Nadderi',
    'Zarllasht Naderi, writer',
    'Zarlas\u20d3ht Naderi',
    'Edito\u1ab0r',
    'संपा\u0952दक',
    'مد\u06dfیر',
    // Written only in Cyrillic or Greek letters, including small ones.
    '\u0405\u0430\u04cf\u0435\u0455 \u0422\u0435\u0430\u043c',
    '\u0405\u03c5\u0440\u0440\u043e\u0433\u0442',
    '\u0415\u0501\u0456\u0442\u043e\u0433',
    '\u0421\u03c5\u0455\u0442\u043e\u043c\u0435\u0433 \u0421\u0430\u0433\u0435',
    'द वरान्डा',
    'Card Services',
    'Customer Agent',
    'Claims Department',
    'Live Chat',
    'Costumer Care',
    'Sapport',
    'Transaction Queries',
    'Chargeback Unit',
    'Membership Unit',
    'Customer Happiness',
    'Ver&ah',
    'SUPPORT&HELP',
    'V3randah',
    '5upport',
    'Suppor7',
    'Cu5t0m3r C4r3',
    '8illing',
    // Written only in Cyrillic letters.
    '\u0405\u0422\u0410\u0492\u0492',
    '\u0455\u0442\u0430\u0493\u0493',
    'Support Hotline',
    'Refund Adviser',
    'मीरा गान्धी',
    'कान्ता पण्डित',
    'काँता पंडित',
    ...services.split(', '),
    ...southAsianServices.split(', '),
  ])('can’t be %s', (name) => {
    expect(isNameReserved(name, reserved)).toBe(true)
  })

  const people =
    'Asha & Ravi, Salt & Pepper, Table 42, Gift & Joy, Unity Orr, Happy Reader Ama, Zarlasht N., Leela M., Edith Orr, ப. அருள், Bill Carer, Иван, سارا, Veran Dahanayake, Vera N. Dahanayake, ' +
    'Savera N. Dahal, Vera Nandasena, H.E.L.P. de Silva, H. E. L. P. de Silva, A.D.M.I.N. Bandara, एम.एस. धोनी, Md.Yusuf, ' +
    'Vera Ndahiro, Vera N. Da Silva, Alan Staff, A. Graham Billing, Naderi Z., නිල පෙරේරා, منتظم حسین, Dev Care, ' +
    'सहाय, रवि सहाय, மேரி சகாயம், സഹായം മേരി, مدد علی, Gift Tembo, Joy Press, Culture Roomi, Reader Ama, Tech Lama, Carey Deskin, ' +
    'मीरा गाँव, इंदिरा गोयल, चंद्रकांत पाटील, हेमंत कुमार, कंचन टंडन, संगीता शिंदे, अंजलि मेहता, नंदिनी सुंदर, সুকান্ত ভট্টাচার্য, ' +
    'চন্দ্রা বন্দ্যোপাধ্যায়, শঙ্খ ঘোষ, নন্দিতা মন্ডল, অঞ্জন দত্ত, সঞ্জয় গাঙ্গুলী, செந்தில் குமரன், நந்தினி சுந்தரம், கண்ணன் அய்யர், ' +
    'கந்தன் சேகர், அன்பு மணி, شکیب احمد, خدیجہ مستور, مرکزی حسین, انجم رضا, નંદિની પંડ્યા, અંજના ઠક્કર, જયંત ખત્રી, ગાંધી કંચન, ' +
    'సుందరం కందుకూరి, ನಂದಿನಿ ಹೆಗ್ಡೆ, ഇന്ദു മേനോൻ, ਹਰਮਨਜੀਤ ਕੰਗ, චන්ද්‍රා රණසිංහ, ରଞ୍ଜନ ପଣ୍ଡା, Costume Carey, Alan Bolling, Carda Salesi, ' +
    'सेवा राम, সেবা দাস, ਸੇਵਾ ਸਿੰਘ, కేర్తి, சேவை மேரி, Sewa Ram, Assis Tanceiro, प्रतिनिधि शर्मा'

  it.each(people.split(', '))('can be %s', (name) => {
    expect(isNameReserved(name, reserved)).toBe(false)
  })
})

describe('a text about a reader', () => {
  it.each([
    'We are The Verandah.',
    'We’re The Verandah, and we help with cards.',
    'I am Verandah customer care',
    'This is The Verandah’s team. Cards declined?',
    'This is the official Veran Dah and we refund you.',
    'We are Verandah staff here to help',
    'We are the Vеrandah',
    'We are The Veranda billing desk',
    'Official account.',
    'The Verandah: official support',
  ])('can’t claim to be the publication: %s', (text) => {
    expect(claimsToBePublication(text, reserved)).toBe(true)
  })

  it.each([
    'I read The Verandah on trains.',
    'We are Verandah readers, both of us.',
    'I’m The Verandah’s biggest fan.',
    'This is the verandah I dream of.',
    'We are on the verandah, with a book.',
    'I am an editor. We are a family of readers.',
    'Not an official account. A retired official, page-turner and gardener.',
    'An unofficial page about rain.',
  ])('can be %s', (text) => {
    expect(claimsToBePublication(text, reserved)).toBe(false)
  })
})
