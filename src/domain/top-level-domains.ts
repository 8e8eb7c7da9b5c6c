/**
 * What makes a name a link in browsers and email programs: a part of the root zone
 * (https://data.iana.org/TLD/tlds-alpha-by-domain.txt, version 2026051600). It has those in which strangers register
 * domains, not all of the 1,400: programs recognise fewer of the rare ones.
 */

/** Nobody has these as a part of their name, in capitals neither. */
export const commonTopLevelDomains: ReadonlySet<string> = new Set(
  (
    'com net org info edu gov biz xyz online shop site store website app click link top icu vip space tech email ' +
    'support help gift gifts'
  ).split(' '),
)

const countries =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc ' +
  'cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb ' +
  'gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke ' +
  'kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu ' +
  'mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw ' +
  'sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ' +
  'ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'

const southAsian =
  'भारत भारतम् भारोत ভারত ভাৰত ಭಾರತ భారత్ ભારત ਭਾਰਤ இந்தியா ഭാരതം ଭାରତ بھارت ڀارت بارت বাংলা پاکستان ලංකා இலங்கை ' +
  'சிங்கப்பூர் संगठन कॉम नेट'

const otherScripts =
  'рф рус москва ком орг сайт онлайн дети укр бел срб бг мкд мон қаз ею ευ ελ հայ გე 中国 中國 香港 澳門 台湾 台灣 新加坡 公司 ' +
  '网络 网址 网站 网店 商城 在线 中文网 コム 한국 닷컴 닷넷 ไทย คอม ລາວ קום ישראל ایران امارات السعودية مصر قطر عمان الاردن المغرب ' +
  'تونس الجزائر عراق سورية سودان فلسطين مليسيا البحرين موقع شبكة كوم عرب همراه بازار'

const otherGeneric =
  'agency ads art asia auction bank bar best bet bid bingo blog buzz cards care cash casino cat center cfd cheap ' +
  'city claims cloud club codes community company contact cool coupons credit cyou date deals delivery design dev ' +
  'digital direct discount download education events exchange expert express family fans finance fit foundation free ' +
  'fun fund fyi games global gold group guide host house how ink international jobs kim land law lat life live loan ' +
  'loans lol ltd market marketing media men mobi moe money monster mov name network news ninja one ooo page party ' +
  'pay photos pics plus poker press pro promo properties pub quest rent rest reviews rip rocks run sale sbs school ' +
  'security services show skin social software solutions stream studio systems team tel today tools tours trade ' +
  'training travel tube uno ventures video vote watch webcam wiki win work works world wtf zip zone'

/** Written in capitals, some of them are initials. */
export const otherTopLevelDomains: ReadonlySet<string> = new Set(
  [countries, southAsian, otherScripts, otherGeneric].join(' ').split(' '),
)
