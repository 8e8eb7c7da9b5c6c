import { expect, it } from 'vitest'
import { guessLanguage } from './guess-language.ts'

const texts = {
  hi: 'नदी पहाड़ों से निकलती है और मैदानों में बहती है। गाँव के लोग सुबह नदी पर आते हैं। उनका जीवन इस नदी से जुड़ा है और यह कहानी उसी की है।',
  mr: 'नदी डोंगरातून निघते आणि मैदानात वाहते. गावातील लोक सकाळी नदीवर येतात. त्यांचे जीवन या नदीशी जोडलेले आहे आणि ही गोष्ट त्याचीच आहे. हे खरे नाही.',
  ne: 'नदी पहाडबाट निस्कन्छ र मैदानमा बग्छ। गाउँका मानिसहरू बिहान नदीमा आउँछन्। उनीहरूको जीवन यो नदीसँग जोडिएको छ र यो कथा त्यसैको हो। यो पनि सत्य थियो।',
  ur: 'دریا پہاڑوں سے نکلتا ہے اور میدانوں میں بہتا ہے۔ گاؤں کے لوگ صبح دریا پر آتے ہیں۔ ان کی زندگی اس دریا سے جڑی ہوئی ہے اور یہ کہانی اسی کی ہے۔',
  fa: 'رودخانه از کوه‌ها سرچشمه می‌گیرد و در دشت‌ها جاری است. مردم روستا صبح به کنار رودخانه می‌آیند. زندگی آنها به این رودخانه وابسته است و این داستان همان است.',
  ar: 'ينبع النهر من الجبال ويجري في السهول. يأتي أهل القرية إلى النهر في الصباح. حياتهم مرتبطة بهذا النهر، وهذه القصة عن النهر الذي كان هنا.',
  bn: 'নদী পাহাড় থেকে বের হয় এবং সমতলে বয়ে যায়। গ্রামের লোকেরা সকালে নদীতে আসে। তাদের জীবন এই নদীর সঙ্গে জড়িত এবং এই গল্প তারই। আর কিছু না।',
  as: 'নদীখন পাহাৰৰ পৰা ওলায় আৰু সমতলত বৈ যায়। গাঁৱৰ মানুহবোৰ পুৱা নদীলৈ আহে। তেওঁলোকৰ জীৱন এই নদীৰ লগত জড়িত আৰু এই কাহিনী তাৰেই। ই এটা কথা।',
  en: 'The river rises in the hills and flows through the plains. People come to it in the morning, and this is the story of what they do there.',
  fr: 'Le fleuve prend sa source dans les collines et coule dans la plaine. Les habitants viennent le matin, et c’est une histoire qui parle du fleuve.',
  es: 'El río nace en las montañas y corre por las llanuras. La gente del pueblo llega por la mañana, y esta es la historia de lo que hacen en el río.',
  pt: 'O rio nasce nas montanhas e corre pela planície. As pessoas da aldeia chegam de manhã, e esta é uma história que não se esquece com o tempo.',
  it: 'Il fiume nasce nelle montagne e scorre nella pianura. La gente del villaggio arriva la mattina, e questa è la storia di quello che non sono.',
  de: 'Der Fluss entspringt in den Bergen und fließt durch die Ebene. Die Menschen kommen am Morgen, und das ist eine Geschichte von dem, was sie dort tun.',
  nl: 'De rivier ontspringt in de bergen en stroomt door de vlakte. De mensen komen in de ochtend, en dit is het verhaal van wat zij daar doen.',
  ta: 'ஆறு மலைகளில் தோன்றி சமவெளிகளில் பாய்கிறது. கிராம மக்கள் காலையில் ஆற்றுக்கு வருகிறார்கள். அவர்களின் வாழ்க்கை இந்த ஆற்றோடு இணைந்தது.',
  ru: 'Река берёт начало в горах и течёт по равнине. Люди приходят утром, и это история о том, что они делают на реке, но не только.',
}

it.each(Object.entries(texts))('guessLanguage recognises %s', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})

it.each([
  ['short texts', 'The river and the hills'],
  ['names and numbers', 'word0 word1 word2 word3 '.repeat(30)],
])('guessLanguage returns null for %s', (_, text) => {
  expect(guessLanguage(text)).toBeNull()
})
