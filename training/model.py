"""The encoder: a vector for each token, a few transformer layers that correct it, the mean of them all."""
import math, torch, torch.nn as nn, torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, width, heads, inner, drop):
        super().__init__()
        self.heads = heads
        self.ln1, self.ln2 = nn.LayerNorm(width, eps=1e-6), nn.LayerNorm(width, eps=1e-6)
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
        self.f1, self.f2 = nn.Linear(width, inner), nn.Linear(inner, width)
        self.drop = nn.Dropout(drop)
        for linear in (self.q, self.k, self.v, self.f1):
            nn.init.normal_(linear.weight, std=0.03)
            nn.init.zeros_(linear.bias)
        # A new layer changes nothing: training starts from what the token vectors know.
        for linear in (self.o, self.f2):
            nn.init.zeros_(linear.weight)
            nn.init.zeros_(linear.bias)

    def forward(self, x, bias):
        batch, length, width = x.shape
        y = self.ln1(x)
        q, k, v = (f(y).view(batch, length, self.heads, -1).transpose(1, 2) for f in (self.q, self.k, self.v))
        weights = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(width / self.heads) + bias, -1)
        x = x + self.drop(self.o((weights @ v).transpose(1, 2).reshape(batch, length, width)))
        return x + self.drop(self.f2(F.gelu(self.f1(self.ln2(x)))))


class Encoder(nn.Module):
    """Token vectors keep their lengths (rare and telling words weigh more), so nothing but a layer's branch is normed."""

    def __init__(self, tokens, width=256, layers=0, heads=4, inner=768, reach=24, drop=0.1):
        super().__init__()
        self.shape = dict(tokens=tokens, width=width, layers=layers, heads=heads, inner=inner, reach=reach)
        self.emb = nn.Embedding(tokens, width)
        nn.init.normal_(self.emb.weight, std=0.05)
        self.rel = nn.Parameter(torch.zeros(2 * reach + 1, heads))
        self.layers = nn.ModuleList(Layer(width, heads, inner, drop) for _ in range(layers))

    def forward(self, ids, mask):
        """ids, mask [batch, length] → token vectors [batch, length, width]."""
        x = self.emb(ids)
        if not self.layers:
            return x
        at = torch.arange(ids.shape[1])
        reach = self.shape["reach"]
        bias = self.rel[(at[None, :] - at[:, None]).clamp(-reach, reach) + reach].permute(2, 0, 1)[None]
        bias = bias + (1 - mask)[:, None, None, :] * -10000.0
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def embed(self, ids, mask):
        x, m = self(ids, mask), mask.unsqueeze(-1)
        return F.normalize((x * m).sum(1) / m.sum(1), dim=-1)
