import { expect, test } from "bun:test";
import { listSceneTexts } from "vireo/slots/storyboard";
import { locateParts } from "#modules/videos/coverage";
import { writeLiteralStoryboard } from "#plugins/local/storyboard/index";
import { toNominative } from "#plugins/local/storyboard/nominative";

test.each([
  ["Reklama", "kwiaciarni w Toruniu", "kwiaciarnia w Toruniu"],
  ["dla mojego", "warsztatu samochodowego w Rzeszowie.", "warsztat samochodowy w Rzeszowie."],
  ["dla", "małej kwiaciarni Pod Lipą", "mała kwiaciarnia Pod Lipą"],
  ["o", "korepetycjach z matmy", "korepetycje z matmy"],
  ["для моей", "студии маникюра в Самаре.", "студия маникюра в Самаре."],
  ["для", "Городского музея", "Городской музей"],
  ["для нашої", "бібліотеки у Вінниці", "бібліотека у Вінниці"],
  ["відео для", "шкільного ярмарку 12 травня", "шкільний ярмарок 12 травня"],
  ["pro mou", "kavárnu v Brně", "kavárna v Brně"],
  ["za", "frizerskog salona", "frizerski salon"],
  ["mainos", "kukkakaupallemme Turussa", "kukkakauppa Turussa"],
  ["videó a", "kávézómnak Pécsen", "kávézó Pécsen"],
  ["فيديو", "محلي في الرياض", "محل في الرياض"],
  ["فيديو", "عيادتي في جدة", "عيادة في جدة"],
  ["için bir video", "Kadıköy'deki sahafımız", "Kadıköy'deki sahaf"],
  ["Merhaba,", "kliniğim", "klinik"],
  ["Merhaba,", "oto yıkamamız", "oto yıkama"],
  ["για τον", "νέο φούρνο μας", "νέος φούρνος μας"],
  ["για τον", "σύλλογο γονέων", "σύλλογος γονέων"],
])("what a video is about is a title: %s %s", (request, subject, title) => {
  expect(toNominative(subject, request)).toBe(title);
});

test.each([
  ["ролик:", "ремонт стиральных машин в Казани"],
  ["o moim", "warsztat samochodowy w Poznaniu"],
  ["ad for my", "parka store in Leeds"],
  ["para mi", "bar a la playa"],
  ["dla", "fizjoterapeuty"],
  ["için bir video", "çiçek dükkanımız"],
  ["için bir video", "eğitim"],
])("other subjects stay as they are: %s %s", (request, subject) => {
  expect(toNominative(subject, request)).toBe(subject);
});

test("the scene of a title is known, although it has another case than the prompt", () => {
  const prompt = "Zrób krótki filmik dla mojego salonu fryzjerskiego w Rzeszowie. W czerwcu strzyżenie 120 zł.";
  const { scenes, parts = [] } = writeLiteralStoryboard({ prompt }, { duration: 15, media: [] });
  expect(scenes.flatMap(listSceneTexts)).toContain("Salon fryzjerski w Rzeszowie");
  expect(locateParts(parts, scenes).find(({ text }) => text.startsWith("salonu"))).toMatchObject({
    use: "shown",
    scene: 0,
  });
});
