import { writePlan } from "#plugins/local/plan/plan";
const base = { model:"local-planner-1", platforms:["tiktok","instagram","youtube"], days:7, postsPerDay:1, seed:1, brief:{}, inspiration:[] } as any;
const insp = [
 {id:"v1",description:"Stop using lemon juice on your face. Please. #skincaremyths",username:"sample_glow.gia",hashtags:["skincaremyths","skincare"],views:1234567,hook:"Stop using lemon juice on your face.",tags:["skincaremyths","lemon","juice","face"],score:0.8},
 {id:"v2",description:"I wore sunscreen daily for a year, left side vs right side of my face",username:"sample_bare_face_bri",hashtags:["skincare"],views:54321,hook:"I wore sunscreen daily for a year, left side vs right side of my face",tags:["sunscreen"],score:0.7},
 {id:"v3",description:"POV: your flatmate stress bakes at 2am",username:"sample_tiny_oven",hashtags:["baking"],views:0,hook:"POV: your flatmate stress bakes at 2am",tags:["baking"],score:0.4}];
export const reqs: any = {
 skin: {...base, niche:"Clean skincare for sensitive skin", goal:"sell the new serum", inspiration:insp,
   brief:{inspo:{name:"Winter",description:"",niche:"",brand:"Lumé"},persona:{name:"Mia",description:"Dry humour, talks like a friend, no lectures."},product:{name:"Lumé Glow Serum",description:"A vitamin C serum for the morning. Fragrance-free. 30 ml in a glass bottle with a pump.",photos:[]},messaging:{name:"Claim",body:"Less on the shelf, more on your skin."},style:{name:"Soft daylight",description:"Warm morning light, beige tones, no filters"}}},
 saas: {...base, niche:"B2B SaaS", goal:"more demo sign-ups", platforms:["youtube","instagram"], brief:{product:{name:"FlowDesk",description:"FlowDesk collects the team's requests in one inbox. It connects to email and chat. Every request has an owner and a date.",photos:[]},messaging:{name:"m",body:"Nothing falls through."}}},
 gym: {...base, niche:"local gym", goal:"more members from the neighbourhood", platforms:["tiktok","instagram"]},
 bakery: {...base, niche:"Bakery", goal:"more visits on weekdays", inspiration:[insp[2]], brief:{inspo:{name:"Autumn",description:"Sourdough and seasonal pastry",niche:"",brand:"Brot & Butter"},product:{name:"sourdough starter kit",description:"A jar with starter, a proofing basket and a booklet with three recipes.",photos:[]}}},
 music: {...base, niche:"piano teacher for adults", goal:"book trial lessons", brief:{persona:{name:"Patient teacher",description:"Calm and encouraging."}}},
 charity: {...base, niche:"animal shelter charity", goal:"donations before winter", platforms:["instagram"]},
 empty: {...base, goal:"get more followers"},
 nothing: {...base, niche:"", platforms:["tiktok"]},
 typewriter: {...base, niche:"Vintage typewriter repair", goal:"bookings", platforms:["youtube"]},
 realtor: {...base, niche:"Real estate agent in Lisbon", goal:"leads", language:"en-GB", inspiration:insp},
 escape: {...base, niche:"escape room", goal:"sell tickets", platforms:["tiktok"]},
 product: {...base, goal:"launch", brief:{product:{name:"running shoes",description:"Light shoes for the road. Recycled upper.",photos:[]}}},
};
if (import.meta.main) {
const which = process.argv.slice(2);
for (const k of which) { console.log("=================== "+k); for (const i of writePlan(reqs[k]).items) console.log(`--- day ${i.day} ${i.platform}\nTITLE ${i.title}\nHOOK ${i.hook}\nCONCEPT ${i.concept}\nSCRIPT\n${i.script}\nSHOTS\n${i.shots.map(s=>" - "+s).join("\n")}\nCAPTION ${i.caption}\nTAGS ${i.hashtags.join(" ")}\nCTA ${i.cta}  ${i.inspiredBy}`); }
}
