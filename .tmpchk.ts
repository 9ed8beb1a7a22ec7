import { writePlan } from "#plugins/local/plan/plan";
import { reqs } from "./.tmpplan";
for (const [k,r] of Object.entries(reqs) as any) {
  const big = {...r, days:30, postsPerDay:5};
  const t=performance.now(); const items = writePlan(big).items; const ms=performance.now()-t;
  const uniq=(f:any)=>new Set(items.map(f)).size;
  const bad = items.filter((i:any)=>/[{}]|undefined|null|\b(\w+) \1\b|“[^”]*“/.test(JSON.stringify({...i,hashtags:[]}).replace(/\\n/g," ")));
  const count:any={}; for(const i of items){ for(const l of i.script.split("\n")){ const x=l.replace(/^[^:]*: /,""); count[x]=(count[x]??0)+1;} }
  const top=Object.entries(count).sort((a:any,b:any)=>b[1]-a[1]).slice(0,3);
  console.log(k, items.length, "titles",uniq((i:any)=>i.title),"hooks",uniq((i:any)=>i.hook),"captions",uniq((i:any)=>i.caption), "bad",bad.length, ms.toFixed(0)+"ms", "insp", new Set(items.flatMap((i:any)=>i.inspiredBy)).size, top.map(([a,b])=>b+"× "+a).join(" | "));
  for (const b of bad.slice(0,3)) console.log("   BAD", JSON.stringify(b).match(/.{30}([{}]|undefined|null|\b(\w+) \2\b|“[^”]*“).{20}/g)?.slice(1,3));
}
