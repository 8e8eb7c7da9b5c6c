/** Names that readers would take for the publication's staff, or for somebody who looks after payments and accounts. */
import { createSkeleton } from './confusables.ts'

/** Reserved alone. */
const roles =
  'account accounts admin administrator administrators admins billing bureau bureaus cofounder cofounders contactus ' +
  'correction corrections donotreply editor editorial editorials editors founder founders frontdesk help helpcenter helpcentre helpdesk helpdesks helpline helplines moderation moderator moderators ' +
  'newsroom noreply official officials ombudsman ombudsperson ombudswoman payment payments paypal publisher publishers ' +
  'readerservices redressal refund refunds ' +
  'security servicedesk staff staffs subscription subscriptions support supports trustandsafety trustsafety ' +
  'verification verified webmaster webmasters sampadak sompadok'

/** Reserved with one of the `groups`: "Member Services", "payment-team". */
const topics =
  'abuse ads advertising audience cancellation cancellations care chargeback chargebacks chat client clients community ' +
  'complaint complaints compliance contact copy customer customers delivery dispute disputes feedback finance fraud ' +
  'gift gifts grievance grievances hiring hr info invoice invoices it legal letters mail marketing media member members ' +
  'membership news newsletter nodal order orders our press privacy prize reader readers recruitment renewal renewals ' +
  'safety sales service subscriber subscribers tech technical the trust user users verify'

const groups =
  'assistance care cell center centre crew department dept desk experience executive headquarters hq management manager ' +
  'managers office officer officers relations representative representatives service services success team teams'

/** By language: editor, support, administrator, management, official, payment, refund. */
const southAsianRoles = [
  'संपादक सम्पादक संपादिका सम्पादिका संपादकीय सम्पादकीय प्रधानसंपादक सहायता सहायताकेंद्र सपोर्ट हेल्पडेस्क हेल्पलाइन',
  'एडिटर एडमिन प्रशासक व्यवस्थापक व्यवस्थापन प्रबंधन मैनेजमेंट आधिकारिक अधिकृत भुगतान भुक्तानी रिफंड रिफण्ड रीफंड रिफन्ड',
  'সম্পাদক সম্পাদিকা সম্পাদকীয় সহায়তা সাপোর্ট হেল্পডেস্ক হেল্পলাইন এডিটর এডমিন অ্যাডমিন প্রশাসক ব্যবস্থাপনা ম্যানেজমেন্ট',
  'কর্তৃপক্ষ অফিসিয়াল পেমেন্ট রিফান্ড রিফাণ্ড',
  'ایڈیٹر مدیر مدیراعلیٰ ادارت ایڈمن منتظماعلیٰ انتظامیہ سپورٹ ہیلپڈیسک ہیلپلائن آفیشل ادائیگی ریفنڈ رفنڈ',
  'பதிப்பாசிரியர் எடிட்டர் ஆதரவு உதவிமையம் சப்போர்ட் நிர்வாகி நிர்வாகம் அட்மின் அதிகாரப்பூர்வ ரீஃபண்ட் ரிஃபண்ட் ரீபண்ட் ரிபண்ட்',
  'සංස්කාරක කර්තෘ පරිපාලක සහාය උදව් කළමනාකාරිත්වය නිලගිණුම නිලපිටුව නිලසේවා නිලකණ්ඩායම ගෙවීම් රිෆන්ඩ්',
  'సంపాదకుడు సంపాదకులు సంపాదకురాలు ఎడిటర్ అడ్మిన్ సపోర్ట్ సహాయకేంద్రం యాజమాన్యం అధికారిక చెల్లింపులు రీఫండ్ రిఫండ్',
  'ಸಂಪಾದಕ ಸಂಪಾದಕರು ಸಂಪಾದಕಿ ಎಡಿಟರ್ ಅಡ್ಮಿನ್ ನಿರ್ವಾಹಕ ಆಡಳಿತಮಂಡಳಿ ಸಪೋರ್ಟ್ ಸಹಾಯವಾಣಿ ಅಧಿಕೃತ ಪಾವತಿ ಮರುಪಾವತಿ ರಿಫಂಡ್ ರೀಫಂಡ್',
  'എഡിറ്റർ പത്രാധിപർ അഡ്മിൻ മാനേജ്മെന്റ് മാനേജ്മെൻറ് സപ്പോർട്ട് സഹായകേന്ദ്രം ഔദ്യോഗികം റീഫണ്ട് റിഫണ്ട്',
  'સંપાદક તંત્રી એડિટર એડમિન વ્યવસ્થાપન મેનેજમેન્ટ સહાયતા સપોર્ટ સત્તાવાર ચુકવણી રિફંડ રીફંડ',
  'ਸੰਪਾਦਕ ਐਡੀਟਰ ਐਡਮਿਨ ਪ੍ਰਬੰਧਨ ਸਪੋਰਟ ਸਹਾਇਤਾ ਭੁਗਤਾਨ ਰਿਫੰਡ ਰੀਫੰਡ',
  'ସମ୍ପାଦକ ଏଡିଟର ଆଡମିନ ଆଡମିନ୍ ପରିଚାଳନା ସପୋର୍ଟ ସହାୟତା ପେମେଣ୍ଟ ରିଫଣ୍ଡ',
].join(' ')

/** By language: customer. */
const southAsianTopics =
  'कस्टमर कस्टमर्स ग्राहक কাস্টমার গ্রাহক کسٹمر صارف صارفین கஸ்டமர் வாடிக்கையாளர் කස්ටමර් පාරිභෝගික కస్టమర్ వినియోగదారుల ' +
  'ಕಸ್ಟಮರ್ ಗ್ರಾಹಕ ಗ್ರಾಹಕರ കസ്റ്റമർ ഉപഭോക്തൃ કસ્ટમર ગ્રાહક ਕਸਟਮਰ ਗਾਹਕ କଷ୍ଟମର କଷ୍ଟମର୍ ଗ୍ରାହକ'

/** By language: care, service, department, representative. */
const southAsianGroups = [
  'केयर केअर सर्विस सर्व्हिस सेवा सेवाएं विभाग प्रतिनिधि',
  'কেয়ার সার্ভিস সেবা বিভাগ প্রতিনিধি',
  'کیئر سروس سروسز نمائندہ',
  'கேர் சர்வீஸ் சேவை பிரதிநிதி',
  'කෙයාර් සර්විස් සේවා සේවය නියෝජිත',
  'కేర్ సర్వీస్ సేవ సేవలు ప్రతినిధి',
  'ಕೇರ್ ಸರ್ವಿಸ್ ಸೇವೆ ವಿಭಾಗ ಪ್ರತಿನಿಧಿ',
  'കെയർ സർവീസ് സേവനം വിഭാഗം പ്രതിനിധി',
  'કેર સર્વિસ સેવા વિભાગ પ્રતિનિધિ',
  'ਕੇਅਰ ਸਰਵਿਸ ਸੇਵਾ ਵਿਭਾਗ',
  'କେୟାର ସର୍ଭିସ ସେବା ବିଭାଗ ପ୍ରତିନିଧି',
].join(' ')

const listSkeletons = (words: string) => words.split(' ').map(createSkeleton)

const groupSkeletons = listSkeletons(groups)

type Kind = 'role' | 'topic' | 'group'

/** Some words are both a topic and a group: "Care Team". */
const serviceWords = new Map<string, Set<Kind>>()
for (const [kind, skeletons] of [
  ['topic', listSkeletons(`${topics} ${southAsianTopics}`)],
  ['group', [...groupSkeletons, ...listSkeletons(southAsianGroups)]],
  ['role', listSkeletons(`${roles} ${southAsianRoles}`)],
] as const)
  for (const word of skeletons)
    serviceWords.set(word, (serviceWords.get(word) ?? new Set()).add(kind))
const longestWord = Math.max(...[...serviceWords.keys()].map(({ length }) => length))

/**
 * Words of a service in a row, with a role or a topic's group among them: "techsupportteam". A letter at the end of a word
 * may be the first of the next one too. Takes time in proportion to the length: a pattern would try all combinations.
 */
export function isRole(skeleton: string): boolean {
  /** At each place: whether words may end there, by what they have so far. */
  const ends = Array.from({ length: skeleton.length + 1 }, () => new Set<Kind | 'service'>())
  ends[0]!.add('group')
  for (const [start, before] of ends.entries()) {
    if (before.size === 0) continue
    // Repeated letters count once: "pressstaff". Two stand for d and m: "frauddepartment".
    const last = /(?:cl|rn|.)$/u.exec(skeleton.slice(0, start))?.[0].length ?? 0
    const begins = [start, start - last]
    for (const from of begins)
      for (let end = start + 1; end <= Math.min(from + longestWord, skeleton.length); end++) {
        for (const kind of serviceWords.get(skeleton.slice(from, end)) ?? [])
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

/** Words that a title may have behind it in a name that isn't its own: "The Weekly Team". */
export const listTitleEndings = (): readonly string[] => [
  ...groupSkeletons,
  ...listSkeletons('newsletter newsletters email emails mail list digest letter'),
]

/** So many initials with dots are a person's if a name follows: "H.E.L.P. de Silva". */
const initialsPattern = /(?<![\p{L}\p{M}\p{N}])(?:\p{L}\.\s?){2,5}(?=(\p{L}[\p{L}\p{M}]+))/gu

export const removeInitials = (name: string): string =>
  name.replaceAll(initialsPattern, (initials, next: string) =>
    groupSkeletons.includes(createSkeleton(next)) ? initials : '',
  )

/** Families have these names too. */
const surnames: ReadonlySet<string> = new Set(['staff', 'billing'])

const otherServiceWords = new Set(
  listSkeletons('account app bank card credit my online payment site web website your'),
)

/** "Alan Staff" is a person, and "Customer Billing" isn't. */
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
