/**
 * Built-in templates of images. Seed, style and colors make the look of each. Texts are quoted, so that none is taken for
 * an instruction; prices, places, times and contacts are recognised.
 */
import type { TemplateFact } from "vireo/facts";
import {
  colors,
  figures,
  headline,
  lines,
  linesOf,
  look,
  phone,
  price,
  pricedRows,
  rowsOf,
  site,
  text,
} from "./fields";

/** The engine that sets the texts of a prompt as they are written. */
const model = "local-poster-1";

export const imageTemplates: Readonly<Record<string, TemplateFact>> = {
  sale_poster: {
    name: "Sale poster",
    description: "A discount in large letters.",
    kind: "image",
    fields: [
      headline("Winter sale", { maxLength: 30 }),
      text("offer", "Offer", "40% off", { required: true, maxLength: 20 }),
      text("product", "Product", "All knitwear", { maxLength: 40 }),
      text("until", "Ends", "Until 31 January", { maxLength: 40 }),
      site("woolwork.example"),
      ...colors("#d90429", "#ffffff"),
    ],
    body: {
      prompt: `${look("bold, loud")}\n“{{headline}}”\n{{offer}}\n“{{product}}”\n“{{until}}”\n{{site}}`,
      model,
      aspectRatio: "4:5",
      seed: 3,
    },
  },
  menu_poster: {
    name: "Menu poster",
    description: "Dishes and drinks with their prices.",
    kind: "image",
    fields: [
      headline("Brunch menu"),
      ...pricedRows("dish", "Dish", [
        ["Shakshuka", "€11"],
        ["Avocado toast", "€9"],
        ["Buttermilk pancakes", "€10"],
        ["Granola bowl", "€8"],
        ["Flat white", "€3.50"],
      ]),
      text("hours", "Hours", "Sat–Sun 10–14", { maxLength: 40 }),
      ...colors("#fbf3e4", "#2f5d50"),
    ],
    body: {
      prompt: `${look("elegant, calm")}\n“{{headline}}”\n${rowsOf("dish", 5)}\n{{hours}}`,
      model,
      aspectRatio: "4:5",
      seed: 11,
    },
  },
  event_poster: {
    name: "Event poster",
    description: "Title, date and place of an event.",
    kind: "image",
    fields: [
      headline("Jazz in the garden", { maxLength: 36 }),
      text("date", "Date", "Fri 20 June, 8 pm", { required: true, maxLength: 40 }),
      text("place", "Place", "12 High Street", { required: true }),
      text("detail", "Detail", "Bring a blanket"),
      ...colors("#1d1e4b", "#ff9f1c"),
    ],
    body: {
      prompt: `${look("party, energetic")}\n“{{headline}}”\n“{{detail}}”\n{{date}}, {{place}}`,
      model,
      aspectRatio: "4:5",
      seed: 5,
    },
  },
  quote_card: {
    name: "Quote card",
    description: "A sentence that is worth sharing.",
    kind: "image",
    fields: [
      { ...text("quote", "Quote", "Done is better than perfect.", { required: true }), maxLength: 160 },
      text("author", "Author", "Nora Lind", { maxLength: 40 }),
      ...colors("#22223b", "#f2e9e4"),
    ],
    body: {
      prompt: `${look("calm, minimal")}\n“{{quote}}” — {{author}}`,
      model,
      aspectRatio: "1:1",
      seed: 7,
    },
  },
  job_poster: {
    name: "Job poster",
    description: "An open position with what you offer.",
    kind: "image",
    fields: [
      headline("Barista wanted"),
      ...lines("benefit", "Benefit", ["Full or part time", "Tips are yours", "No late shifts"], 36),
      text("contact", "Contact", "jobs@daily.example", { maxLength: 50 }),
      ...colors("#ffd166", "#073b4c"),
    ],
    body: {
      prompt: `${look("friendly, playful")}\n“{{headline}}”\n${rowsOf("benefit", 3, "“{{benefit#}}”")}\n“{{contact}}”`,
      model,
      aspectRatio: "4:5",
      seed: 2,
    },
  },
  hours_notice: {
    name: "Opening hours",
    description: "A notice with hours and address.",
    kind: "image",
    fields: [
      headline("Holiday hours", { maxLength: 30 }),
      ...lines("hours", "Hours", ["Mon–Fri 10–18", "Sat 10–14"], 30),
      text("address", "Address", "12 High Street", { maxLength: 50 }),
      phone("+1 503 555 0142"),
      ...colors("#e0fbfc", "#293241"),
    ],
    body: {
      prompt: `${look("clean, modern")}\n“{{headline}}”\n${linesOf("hours", 2)}\n{{address}}\n{{phone}}`,
      model,
      aspectRatio: "1:1",
      seed: 9,
    },
  },
  home_poster: {
    name: "Home for sale or rent",
    description: "A flat or house with its facts and price.",
    kind: "image",
    fields: [
      headline("Garden flat"),
      ...lines("fact", "Fact", ["3 rooms, 92 m²", "South-facing terrace", "Free from May"], 36),
      price("now", "Price", "€1,350 a month", { required: true }),
      phone("+49 40 5550 117"),
      ...colors("#283618", "#dda15e"),
    ],
    body: {
      prompt: `${look("luxury, calm")}\n“{{headline}}”\n${rowsOf("fact", 3, "“{{fact#}}”")}\n{{now}}\n{{phone}}`,
      model,
      aspectRatio: "4:5",
      seed: 13,
    },
  },
  product_poster: {
    name: "New product",
    description: "A product with its picture and price.",
    kind: "image",
    fields: [
      headline("The Cloud lamp"),
      text("detail", "Detail", "Dims from dawn to dusk"),
      price("now", "Price", "$89"),
      site("lumen.example"),
      { name: "photo", type: "image", label: "Picture" },
      ...colors("#0b132b", "#5bc0be"),
    ],
    body: {
      prompt: `${look("modern tech, minimal")}\n“{{headline}}”\n“{{detail}}”\n{{now}}\n{{site}}`,
      referenceImageUrls: ["{{photo}}"],
      model,
      aspectRatio: "1:1",
      seed: 15,
    },
  },
  price_list_poster: {
    name: "Price list",
    description: "Services with their prices, to hang or to post.",
    kind: "image",
    fields: [
      headline("Bike service"),
      ...pricedRows("service", "Service", [
        ["Safety check", "€25"],
        ["Full service", "€85"],
        ["New tyre", "€18"],
        ["Wheel truing", "€22"],
      ]),
      phone("+43 1 555 0160"),
      ...colors("#111111", "#b8f500"),
    ],
    body: {
      prompt: `${look("bold, urban")}\n“{{headline}}”\n${rowsOf("service", 4)}\n{{phone}}`,
      model,
      aspectRatio: "4:5",
      seed: 17,
    },
  },
  greeting_card: {
    name: "Greeting card",
    description: "A wish for a holiday or an anniversary.",
    kind: "image",
    fields: [
      headline("Happy birthday!"),
      text("message", "Message", "Cake is on the house today", { maxLength: 80 }),
      text("business", "From", "Bakery Ostrom", { maxLength: 40 }),
      ...colors("#ff8fab", "#3a0ca3"),
    ],
    body: {
      prompt: `${look("playful, colorful")}\n“{{headline}}”\n“{{message}}”\n“{{business}}”`,
      model,
      aspectRatio: "1:1",
      seed: 19,
    },
  },
  course_poster: {
    name: "Course",
    description: "A class or workshop with start and price.",
    kind: "image",
    fields: [
      headline("Spanish for beginners"),
      ...lines("topic", "Topic", ["Small groups", "Native teachers"], 36),
      text("start", "Start", "Mon 12 January, 6 pm", { required: true, maxLength: 40 }),
      price("now", "Price", "€220"),
      site("hola.example"),
      ...colors("#fefae0", "#bc3908"),
    ],
    body: {
      prompt: `${look("warm, clean")}\n“{{headline}}”\n${rowsOf("topic", 2, "“{{topic#}}”")}\n{{start}}\n{{now}}\n{{site}}`,
      model,
      aspectRatio: "4:5",
      seed: 23,
    },
  },
  review_card: {
    name: "Customer review",
    description: "A rating with the words of a customer.",
    kind: "image",
    fields: [
      { ...text("quote", "What they say", "Best haircut in ten years.", { required: true }), maxLength: 140 },
      text("customer", "Who says it", "Jonas Berg", { maxLength: 40 }),
      text("rating", "Rating", "5 stars", { maxLength: 20 }),
      ...colors("#1b4332", "#ffd60a"),
    ],
    body: {
      prompt: `${look("elegant, bold")}\n“{{quote}}” — {{customer}}\n{{rating}}`,
      model,
      aspectRatio: "1:1",
      seed: 25,
    },
  },
  figures_poster: {
    name: "Figures",
    description: "Figures as a chart.",
    kind: "image",
    fields: [
      headline("Trees planted"),
      ...figures([
        ["2024", 1200],
        ["2025", 2600],
        ["2026", 4100],
      ]),
      ...colors("#f1faee", "#1d3557"),
    ],
    body: {
      prompt: `${look("clean, professional")}\n“{{headline}}”\n${rowsOf("label", 3, "{{label#}}: {{figure#}}")}`,
      model,
      aspectRatio: "1:1",
      seed: 27,
    },
  },
};
