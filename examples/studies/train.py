#!/usr/bin/env python3
"""Train a small neural network on two moons and print its validation loss."""
import argparse, math, random, sys

parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--hidden", type=int, default=4)
parser.add_argument("--activation", default="tanh")
args = parser.parse_args()

activate, slope = {
    "sigmoid": (lambda z: 1 / (1 + math.exp(-z)), lambda h: h * (1 - h)),
    "tanh": (math.tanh, lambda h: 1 - h * h),
    "relu": (lambda z: max(z, 0.0), lambda h: float(h > 0)),
}[args.activation]

def moon(label):
    a = math.pi * random.random()
    x = (math.cos(a), math.sin(a)) if label else (1 - math.cos(a), 0.5 - math.sin(a))
    return [v + random.gauss(0, 0.15) for v in x] + [1.0], label

def forward(x):
    h = [activate(sum(w * v for w, v in zip(row, x))) for row in inner] + [1.0]
    return h, 1 / (1 + math.exp(-sum(w * v for w, v in zip(outer, h))))

def loss(x, label):
    p = forward(x)[1]
    return -math.log(p if label else 1 - p)

random.seed(1)
train, valid = ([moon(i % 2) for i in range(60)] for _ in range(2))
inner = [[random.gauss(0, 1) for _ in range(3)] for _ in range(args.hidden)]
outer = [random.gauss(0, 1) for _ in range(args.hidden + 1)]

try:
    for epoch in range(60):
        by_inner = [[0.0] * 3 for _ in inner]
        by_outer = [0.0] * len(outer)
        for x, label in train:
            h, p = forward(x)
            for j, row in enumerate(by_inner):
                back = (p - label) * outer[j] * slope(h[j])
                by_inner[j] = [g + back * v for g, v in zip(row, x)]
            by_outer = [g + (p - label) * v for g, v in zip(by_outer, h)]
        step = args.rate / len(train)
        inner = [[w - step * g for w, g in zip(*rows)] for rows in zip(inner, by_inner)]
        outer = [w - step * g for w, g in zip(outer, by_outer)]
    print("%.6f" % (sum(loss(*example) for example in valid) / len(valid)))
except (OverflowError, ValueError):
    sys.exit("training diverged")
