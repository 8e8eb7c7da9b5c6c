/**
 * Names that readers would mistake for the publication's staff, or for somebody who deals with payments and accounts.
 */
import { createSkeleton } from './confusables.ts'

/** Roles that are reserved even alone. */
const roles =
  'account accounts admin administrator administrators admins billing bureau bureaus cofounder cofounders contactus ' +
  'correction corrections donotreply editor editorial editorials editors founder founders frontdesk help helpcenter helpcentre helpdesk helpdesks helpline helplines moderation moderator moderators ' +
  'newsroom noreply official officials ombudsman ombudsperson ombudswoman payment payments paypal publisher publishers ' +
  'livechat readerservices redressal refund refunds ' +
  'security servicedesk staff staffs subscription subscriptions support supports trustandsafety trustsafety ' +
  'verification verified webmaster webmasters sampadak sompadok'

/** Topics that are reserved with one of the `groups`: "Member Services", "payment-team". */
const topics =
  'abuse ads advertising audience cancellation cancellations care chargeback chargebacks card cards chat claim claims client clients community ' +
  'complaint complaints compliance contact copy customer customers delivery dispute disputes feedback finance fraud ' +
  'gift gifts grievance grievances hiring hr info invoice invoices it legal letters mail marketing media member members ' +
  'membership news newsletter nodal order orders our press privacy prize reader readers recruitment renewal renewals ' +
  'safety sales service subscriber subscribers tech technical the transaction transactions trust user users verify'

const groups =
  'adviser advisers advisor advisors agent agents assistance care cell center centre crew department dept desk experience executive headquarters hotline hotlines hq management manager ' +
  'managers office officer officers queries query relations representative representatives service services success team teams unit units happiness'

/**
 * The words for editor, support, administrator, management, official, payment, refund, billing and help, by language.
 */
const southAsianRoles = [
  'संपादक सम्पादक संपादिका सम्पादिका संपादकीय सम्पादकीय प्रधानसंपादक सहायता सहायताकेंद्र सपोर्ट हेल्पडेस्क हेल्पलाइन',
  'एडिटर एडमिन प्रशासक व्यवस्थापक व्यवस्थापन प्रबंधन मैनेजमेंट आधिकारिक अधिकृत भुगतान भुक्तानी रिफंड रीफंड पेमेंट बिलिंग हेल्प',
  'সম্পাদক সম্পাদিকা সম্পাদকীয় সহায়তা সাপোর্ট হেল্পডেস্ক হেল্পলাইন এডিটর এডমিন অ্যাডমিন প্রশাসক ব্যবস্থাপনা ম্যানেজমেন্ট',
  'কর্তৃপক্ষ অফিসিয়াল পেমেন্ট রিফান্ড বিলিং হেল্প',
  'ایڈیٹر مدیر مدیراعلیٰ ادارت ایڈمن منتظماعلیٰ انتظامیہ سپورٹ ہیلپڈیسک ہیلپلائن آفیشل ادائیگی ریفنڈ رفنڈ پیمنٹ پےمنٹ بلنگ ہیلپ شکایات',
  'பதிப்பாசிரியர் எடிட்டர் ஆதரவு உதவிமையம் சப்போர்ட் நிர்வாகி நிர்வாகம் அட்மின் அதிகாரப்பூர்வ ரீஃபண்ட் ரிஃபண்ட் ரீபண்ட் ரிபண்ட் பேமெண்ட் கட்டணம் உதவி ஹெல்ப்',
  'සංස්කාරක කර්තෘ පරිපාලක සහාය උදව් කළමනාකාරිත්වය නිලගිණුම නිලපිටුව නිලසේවා නිලකණ්ඩායම ගෙවීම් රිෆන්ඩ් පේමන්ට් හෙල්ප්',
  'సంపాదకుడు సంపాదకులు సంపాదకురాలు ఎడిటర్ అడ్మిన్ సపోర్ట్ సహాయకేంద్రం యాజమాన్యం అధికారిక చెల్లింపులు రీఫండ్ రిఫండ్ పేమెంట్ బిల్లింగ్ హెల్ప్',
  'ಸಂಪಾದಕ ಸಂಪಾದಕರು ಸಂಪಾದಕಿ ಎಡಿಟರ್ ಅಡ್ಮಿನ್ ನಿರ್ವಾಹಕ ಆಡಳಿತಮಂಡಳಿ ಸಪೋರ್ಟ್ ಸಹಾಯವಾಣಿ ಅಧಿಕೃತ ಪಾವತಿ ಮರುಪಾವತಿ ರಿಫಂಡ್ ರೀಫಂಡ್ ಪೇಮೆಂಟ್ ಬಿಲ್ಲಿಂಗ್ ಹೆಲ್ಪ್',
  'എഡിറ്റർ പത്രാധിപർ അഡ്മിൻ മാനേജ്മെന്റ് മാനേജ്മെൻറ് സപ്പോർട്ട് സഹായകേന്ദ്രം ഔദ്യോഗികം റീഫണ്ട് റിഫണ്ട് പേയ്മെന്റ് പേയ്മെൻറ് പേമെന്റ് ബില്ലിംഗ് ഹെൽപ്പ്',
  'સંપાદક તંત્રી એડિટર એડમિન વ્યવસ્થાપન મેનેજમેન્ટ સહાયતા સપોર્ટ સત્તાવાર ચુકવણી રિફંડ રીફંડ પેમેન્ટ બિલિંગ હેલ્પ',
  'ਸੰਪਾਦਕ ਐਡੀਟਰ ਐਡਮਿਨ ਪ੍ਰਬੰਧਨ ਸਪੋਰਟ ਸਹਾਇਤਾ ਭੁਗਤਾਨ ਰਿਫੰਡ ਰੀਫੰਡ ਪੇਮੈਂਟ ਪੇਮੇਂਟ ਬਿਲਿੰਗ ਹੈਲਪ',
  'ସମ୍ପାଦକ ଏଡିଟର ଆଡମିନ ଆଡମିନ୍ ପରିଚାଳନା ସପୋର୍ଟ ସହାୟତା ପେମେଣ୍ଟ ରିଫଣ୍ଡ ବିଲିଂ ହେଲ୍ପ',
].join(' ')

/** The words for customer, complaint, account, card, subscription and security, by language. */
const southAsianTopics = [
  'कस्टमर कस्टमर्स ग्राहक शिकायत शिकायतें तक्रार गुनासो अकाउंट खाता कार्ड सदस्यता सब्सक्रिप्शन सुरक्षा',
  'কাস্টমার গ্রাহক অভিযোগ অ্যাকাউন্ট একাউন্ট কার্ড সদস্যতা সাবস্ক্রিপশন নিরাপত্তা',
  'کسٹمر صارف صارفین شکایت اکاؤنٹ کارڈ سبسکرپشن سیکیورٹی',
  'கஸ்டமர் வாடிக்கையாளர் புகார் கணக்கு கார்டு சந்தா பாதுகாப்பு',
  'කස්ටමර් පාරිභෝගික පැමිණිලි ගිණුම් කාඩ් ආරක්ෂක',
  'కస్టమర్ వినియోగదారుల ఫిర్యాదు ఫిర్యాదుల ఖాతా కార్డ్ కార్డు చందా',
  'ಕಸ್ಟಮರ್ ಗ್ರಾಹಕ ಗ್ರಾಹಕರ ದೂರು ದೂರುಗಳ ಖಾತೆ ಕಾರ್ಡ್',
  'കസ്റ്റമർ ഉപഭോക്തൃ പരാതി അക്കൗണ്ട് കാർഡ്',
  'કસ્ટમર ગ્રાહક ફરિયાદ એકાઉન્ટ ખાતું કાર્ડ',
  'ਕਸਟਮਰ ਗਾਹਕ ਸ਼ਿਕਾਇਤ ਖਾਤਾ ਕਾਰਡ',
  'କଷ୍ଟମର କଷ୍ଟମର୍ ଗ୍ରାହକ ଅଭିଯୋଗ ଖାତା କାର୍ଡ',
].join(' ')

/** The words for care, service, department, representative, team, centre, assistant and redressal, by language. */
const southAsianGroups = [
  'केयर केअर सर्विस सर्व्हिस सेवा सेवाएं विभाग प्रतिनिधि टीम सेंटर केंद्र डेस्क सहायक निवारण',
  'কেয়ার সার্ভিস সেবা বিভাগ প্রতিনিধি টিম সেন্টার কেন্দ্র ডেস্ক সহকারী',
  'کیئر سروس سروسز نمائندہ ٹیم سینٹر مرکز شعبہ ڈیسک',
  'கேர் சர்வீஸ் சேவை பிரதிநிதி குழு டீம் மையம் பிரிவு',
  'කෙයාර් සර්විස් සේවා සේවය නියෝජිත කණ්ඩායම ටීම් අංශය',
  'కేర్ సర్వీస్ సేవ సేవలు ప్రతినిధి టీమ్ బృందం కేంద్రం విభాగం',
  'ಕೇರ್ ಸರ್ವಿಸ್ ಸೇವೆ ವಿಭಾಗ ಪ್ರತಿನಿಧಿ ತಂಡ ಟೀಮ್ ಕೇಂದ್ರ',
  'കെയർ സർവീസ് സേവനം വിഭാഗം പ്രതിനിധി ടീം സംഘം കേന്ദ്രം',
  'કેર સર્વિસ સેવા વિભાગ પ્રતિનિધિ ટીમ સેન્ટર કેન્દ્ર',
  'ਕੇਅਰ ਸਰਵਿਸ ਸੇਵਾ ਵਿਭਾਗ ਟੀਮ ਸੈਂਟਰ ਕੇਂਦਰ',
  'କେୟାର ସର୍ଭିସ ସେବା ବିଭାଗ ପ୍ରତିନିଧି ଟିମ ଟିମ୍ କେନ୍ଦ୍ର',
].join(' ')

/** Words that are also surnames. */
const surnames: ReadonlySet<string> = new Set(['staff', 'billing'])

const listSkeletons = (words: string) => words.split(' ').map(createSkeleton)

const groupSkeletons = listSkeletons(groups)

type Kind = 'role' | 'topic' | 'group' | 'and'

/** Kinds by word, because some words are both a topic and a group: "Care Team". */
const serviceWords = new Map<string, Set<Kind>>()
for (const [kind, skeletons] of [
  ['topic', listSkeletons(`${topics} ${southAsianTopics}`)],
  ['group', [...groupSkeletons, ...listSkeletons(southAsianGroups)]],
  ['role', listSkeletons(`${roles} ${southAsianRoles}`)],
  ['and', listSkeletons('and')],
] as const)
  for (const word of skeletons)
    serviceWords.set(word, (serviceWords.get(word) ?? new Set()).add(kind))
const longestWord = Math.max(...[...serviceWords.keys()].map(({ length }) => length))

/** The minimum length, because one vowel turns shorter words and surnames into other words. */
const minMisspeltLetters = 7

/** Leaves out i, because l replaces it in a skeleton. */
const foldVowels = (skeleton: string) => skeleton.replaceAll(/[aou]/g, 'e')

/** Contains "Costumer" and "Sapport", because the vowels of a long word are easily mixed up. */
const misspeltWords = new Map(
  `${roles} ${topics} ${groups}`
    .split(' ')
    .filter((word) => word.length >= minMisspeltLetters && !surnames.has(word))
    .map(createSkeleton)
    .map((skeleton) => [foldVowels(skeleton), serviceWords.get(skeleton)!]),
)

const findKinds = (skeleton: string): Iterable<Kind> =>
  serviceWords.get(skeleton) ?? misspeltWords.get(foldVowels(skeleton)) ?? []

/**
 * Whether a text is a sequence of service words with a role, or a topic and its group, among them: "techsupportteam". A
 * letter at the end of a word may also be the first letter of the next one. Takes linear time; a pattern would try all
 * combinations.
 */
export function isRole(skeleton: string): boolean {
  /** The kinds of the words that may end at each position. */
  const ends = Array.from({ length: skeleton.length + 1 }, () => new Set<Kind | 'service'>())
  ends[0]!.add('group')
  for (const [start, before] of ends.entries()) {
    if (before.size === 0) continue
    // Repeated letters count once: "pressstaff". In a skeleton, cl and rn stand for d and m, so each counts as one
    // letter: "frauddepartment".
    const last = /(?:cl|rn|.)$/u.exec(skeleton.slice(0, start))?.[0].length ?? 0
    const begins = [start, start - last]
    for (const from of begins)
      for (let end = start + 1; end <= Math.min(from + longestWord, skeleton.length); end++) {
        for (const kind of findKinds(skeleton.slice(from, end)))
          for (const past of before)
            ends[end]!.add(
              past === 'service' || kind === 'role' || (past === 'topic' && kind === 'group')
                ? 'service'
                : kind,
            )
      }
  }
  return ends[skeleton.length]!.has('service')
}

/** Lists words that may follow a title in a name that imitates it: "The Weekly Team". */
export const listTitleEndings = (): readonly string[] => [
  ...groupSkeletons,
  ...listSkeletons('newsletter newsletters email emails mail list digest letter'),
]

/** Matches as many initials with dots as a person has, if a name follows: "H.E.L.P. de Silva". */
const initialsPattern = /(?<![\p{L}\p{M}\p{N}])(?:\p{L}\.\s?){2,5}(?=(\p{L}[\p{L}\p{M}]+))/gu

export const removeInitials = (name: string): string =>
  name.replaceAll(initialsPattern, (initials, next: string) =>
    groupSkeletons.includes(createSkeleton(next)) ? initials : '',
  )

const otherServiceWords = new Set(
  listSkeletons('account app bank card credit my online payment site web website your'),
)

/** Removes a surname: "Alan Staff" is a person, but "Customer Billing" isn't. */
export function removeSurname(words: readonly string[]): readonly string[] {
  const [last = '', ...others] = words.toReversed()
  const isPerson =
    surnames.has(last.toLowerCase()) &&
    others.some((word) => word.length > 1) &&
    others.every((word) => {
      const skeleton = createSkeleton(word)
      return !serviceWords.has(skeleton) && !otherServiceWords.has(skeleton)
    })
  return isPerson ? words.slice(0, -1) : words
}
