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
  'care cell center centre crew department dept desk experience executive headquarters hq manager managers office ' +
  'officer officers relations service services success team teams'

/** By language: editor, support, customer service, administrator, official, payment. */
const southAsianRoles = [
  'संपादक सम्पादक संपादिका सम्पादिका संपादकीय सम्पादकीय प्रधानसंपादक सहायता सहायताकेंद्र ग्राहकसेवा ग्राहकसेवाएं सपोर्ट हेल्पडेस्क हेल्पलाइन',
  'एडिटर एडमिन प्रशासक व्यवस्थापक आधिकारिक अधिकृत भुगतान भुक्तानी',
  'সম্পাদক সম্পাদিকা সম্পাদকীয় সহায়তা গ্রাহকসেবা সাপোর্ট হেল্পডেস্ক হেল্পলাইন এডিটর এডমিন অ্যাডমিন প্রশাসক অফিসিয়াল পেমেন্ট',
  'ایڈیٹر مدیر مدیراعلیٰ ادارت ایڈمن منتظماعلیٰ سپورٹ ہیلپڈیسک ہیلپلائن کسٹمرسروس کسٹمرکیئر آفیشل ادائیگی',
  'பதிப்பாசிரியர் எடிட்டர் ஆதரவு உதவிமையம் வாடிக்கையாளர்சேவை வாடிக்கையாளர்ஆதரவு நிர்வாகி அட்மின் அதிகாரப்பூர்வ',
  'සංස්කාරක කර්තෘ පරිපාලක සහාය උදව් පාරිභෝගිකසේවා පාරිභෝගිකසේවය නිලගිණුම නිලපිටුව නිලසේවා නිලකණ්ඩායම ගෙවීම්',
  'సంపాదకుడు సంపాదకులు సంపాదకురాలు ఎడిటర్ అడ్మిన్ సపోర్ట్ సహాయకేంద్రం కస్టమర్కేర్ అధికారిక చెల్లింపులు',
  'ಸಂಪಾದಕ ಸಂಪಾದಕರು ಸಂಪಾದಕಿ ಎಡಿಟರ್ ಅಡ್ಮಿನ್ ನಿರ್ವಾಹಕ ಸಹಾಯವಾಣಿ ಗ್ರಾಹಕಸೇವೆ ಅಧಿಕೃತ',
  'എഡിറ്റർ പത്രാധിപർ അഡ്മിൻ സഹായകേന്ദ്രം ഉപഭോക്തൃസേവനം ഔദ്യോഗികം',
  'સંપાદક તંત્રી એડિટર એડમિન સહાયતા ગ્રાહકસેવા સપોર્ટ સત્તાવાર ચુકવણી',
  'ਸੰਪਾਦਕ ਐਡੀਟਰ ਐਡਮਿਨ ਸਹਾਇਤਾ ਗਾਹਕਸੇਵਾ',
  'ସମ୍ପାଦକ ଏଡିଟର ଆଡମିନ ଆଡମିନ୍ ସହାୟତା ଗ୍ରାହକସେବା',
].join(' ')

const listSkeletons = (words: string) => words.split(' ').map(createSkeleton)

const groupSkeletons = listSkeletons(groups)

type Kind = 'role' | 'topic' | 'group'

/** Some words are both a topic and a group: "Care Team". */
const serviceWords = new Map<string, Set<Kind>>()
for (const [kind, skeletons] of [
  ['topic', listSkeletons(topics)],
  ['group', groupSkeletons],
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
