/** A row that is part of the product. Its id never changes, because clients store it. */
export interface BuiltIn {
  id: string;
  values: { name: string } & Record<string, string | string[]>;
}

export const builtInStyles: readonly BuiltIn[] = [
  {
    id: "sty_cinematic",
    values: {
      name: "Cinematic",
      description: "A film still: shallow focus, motivated light, restrained colour.",
      promptTemplate:
        "{prompt}. Cinematic film still, anamorphic lens with shallow depth of field, motivated side light and soft haze, deep shadows that keep detail, restrained teal and amber grade, composed with clear foreground, subject and background.",
    },
  },
  {
    id: "sty_handheld",
    values: {
      name: "Handheld creator",
      description: "Shot on a phone by a real person: honest, close and unpolished.",
      promptTemplate:
        "{prompt}. Filmed on a phone held at arm's length, vertical framing, natural window light, slight handheld movement, real skin texture, a lived-in room in the background, candid expression, no studio polish and no text on screen.",
    },
  },
  {
    id: "sty_studio",
    values: {
      name: "Product studio",
      description: "Clean commercial photography with the product as the only hero.",
      promptTemplate:
        "{prompt}. Commercial product photography, the product centred and in perfect focus, seamless backdrop in one solid colour, large softbox key light with a crisp rim light, gentle reflection on the surface below, true colours, generous empty space around it.",
    },
  },
  {
    id: "sty_editorial",
    values: {
      name: "Minimal editorial",
      description: "Quiet magazine look: few elements, much air, muted tones.",
      promptTemplate:
        "{prompt}. Minimal editorial photography, two or three elements at most, wide negative space, soft diffuse daylight, muted earth tones on off-white, fine natural textures such as linen, stone and paper, calm asymmetric composition.",
    },
  },
  {
    id: "sty_neon",
    values: {
      name: "Neon night",
      description: "The city after dark: wet streets, coloured light, high energy.",
      promptTemplate:
        "{prompt}. City street at night after rain, magenta and cyan neon signs reflected in wet asphalt, strong coloured rim light on the subject, light trails and bokeh behind, high contrast, low camera angle, energetic mood.",
    },
  },
  {
    id: "sty_retro_film",
    values: {
      name: "Retro film",
      description: "A warm nineties snapshot on 35 mm film with direct flash.",
      promptTemplate:
        "{prompt}. Snapshot on 35 mm consumer film from the nineteen-nineties, direct on-camera flash, visible grain, warm highlights and slightly green shadows, gentle light leak at one edge, spontaneous framing, nostalgic mood.",
    },
  },
  {
    id: "sty_clay",
    values: {
      name: "Playful 3D",
      description: "Rounded clay-like 3D shapes in bright colours.",
      promptTemplate:
        "{prompt}. Playful 3D render, rounded clay-like shapes with a soft matte finish, bright candy colours on a plain pastel background, large soft light from above, gentle contact shadows, toy-like proportions, isometric view.",
    },
  },
  {
    id: "sty_illustration",
    values: {
      name: "Hand-drawn",
      description: "Warm storybook illustration with ink lines and watercolour.",
      promptTemplate:
        "{prompt}. Hand-drawn storybook illustration, loose dark ink outlines, translucent watercolour washes on textured paper, limited warm palette with one bright accent colour, visible brush strokes, friendly and expressive shapes.",
    },
  },
];

export const builtInCharacters: readonly BuiltIn[] = [
  {
    id: "chr_everyday_creator",
    values: {
      name: "Everyday creator",
      description:
        "A woman in her mid-twenties with shoulder-length curly dark hair, light freckles and a thrifted denim jacket over a white T-shirt. Talks straight into the camera as if to a friend: quick, curious, laughs easily.",
    },
  },
  {
    id: "chr_calm_expert",
    values: {
      name: "Calm expert",
      description:
        "A man of about fifty with short grey hair, a trimmed beard, round glasses and a navy crew-neck sweater. Sits at a tidy desk, explains slowly with open hands, never oversells, sounds like somebody you would trust with your money.",
    },
  },
  {
    id: "chr_busy_parent",
    values: {
      name: "Busy parent",
      description:
        "A parent in the late thirties, hair in a loose bun, striped long-sleeve shirt with the sleeves pushed up, in a bright and slightly messy kitchen. Warm, dry humour, always in the middle of something, gets to the point.",
    },
  },
  {
    id: "chr_street_interviewer",
    values: {
      name: "Street interviewer",
      description:
        "A young man with close-cropped hair, an orange beanie, a black bomber jacket and a small hand microphone, on a busy shopping street by day. Fast, playful questions, big reactions, leans into the answer.",
    },
  },
];
