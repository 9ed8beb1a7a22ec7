/** Web addresses, email addresses and phone numbers, which must stay whole. */
const url =
  /(?:https?:\/\/|www\.)[^\s,;!?»”"']+[^\s,;.!?»”"')]|(?<![\p{L}\p{N}@.])[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|io|app|co|de|at|ch|fr|es|it|pt|br|nl|be|uk|us|ca|eu|jp|in|ae|sa|ru|pl|se|no|dk|fi|ie|shop|store|dev|ai|me|tv|info|biz|online|site|studio|design|club|fit|health|travel|coffee|pizza|bio|link|cc|academy|email|agency|jobs|art|blog|cafe|care|mx|ar|cl|gg|ly|to|xyz|world|email|kitchen|restaurant|yoga|energy|today|life|live|eco|green|food|bar|school|training|photo|fashion|shoes|house|homes|properties|law|dental|clinic|vet|solar|tech|digital|cloud|software|farm|garden|gift|gifts|tours|hotel|events|party|wedding|social|video|media|news|plus|pro|one|team|work|works|company|services|solutions|consulting|coach|money|finance|land|place|city|earth|berlin|london|nyc|paris|hamburg|koeln|wien|cn|kr|tr|vn|id|th|il|gr|cz|hu|ro|sk|hr|rs|ua|kz|za|ng|ke|nz|hk|tw|sg|ph|pk|lk|eg|pe|uy|lt|lv|ee|bg|lu|mobi|fm|example)(?:\/[^\s,;!?»”"')]*[^\s,;.!?»”"')])?(?![\p{L}\p{N}@])/giu;
const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/giu;
const phone =
  /\(\p{N}{2,3}\)\s?\p{N}{4,5}[ -]?\p{N}{4}(?!\p{N})|(?<![\p{N}.,\p{Sc}])[5-9]\p{N}{2} \p{N}{3} \p{N}{3}(?![\p{N}%])(?!\s?(?:\p{Sc}|\p{L}))|(?<![\p{N}.,])(?:\+|00|\(?0|\(?1?\s?[(-]?[2-9]\p{N}{2}[)-])(?:[\s./()-]{0,2}\p{N}){6,13}(?![\p{N}%])|(?<!\p{N})[1-9]-\p{N}{3}-\p{N}{3}-\p{N}{4}|(?<![\p{N}-])\p{N}{3}-\p{N}{4}(?![\p{N}-])|(?<![\p{N}.,])[6-9]\p{N}{4}[ -]?\p{N}{5}(?![\p{N}%])/gu;
/** Each with a sign that it needs, which is looked for in less time. */
const kinds = [
  { sign: /@/u, pattern: email },
  { sign: /\.\S|:\/\//u, pattern: url },
  { sign: /\p{N}/u, pattern: phone },
];
/** Finds URLs, email addresses and phone numbers in a text. */
export const findAddress = (text: string): string[] =>
  kinds.flatMap(({ sign, pattern }) => (sign.test(text) && text.match(pattern)) || []);

/** True if the text contains one of them. */
export const hasContact = (text: string): boolean =>
  kinds.some(({ sign, pattern }) => sign.test(text) && text.match(pattern) !== null);
